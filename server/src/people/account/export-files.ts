/** File kinds of a data copy, bound to the stored files by `toBinding`. */
export const COPY_KINDS = { json: 'exportJson', pdf: 'exportPdf' } as const;
/** Their media types. */
export const COPY_TYPES = { json: 'application/json', pdf: 'application/pdf' } as const;
