declare module 'virtual:face-engine' {
  /** Each part of the face engine: its address and its size as it is used, uncompressed. */
  const parts: Record<
    'kernels' | 'detectorGraph' | 'detectorWeights' | 'meshGraph' | 'meshWeights',
    { url: string; bytes: number }
  >;
  export default parts;
}
