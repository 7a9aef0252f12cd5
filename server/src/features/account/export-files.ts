/** What the files of a copy of one's data are bound to; see `bindingOf`. */
export const COPY_KINDS = { json: 'exportJson', pdf: 'exportPdf' } as const;
/** What they are to a browser. */
export const COPY_TYPES = { json: 'application/json', pdf: 'application/pdf' } as const;
