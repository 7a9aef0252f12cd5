export function takeFolder(
  data: string,
): Promise<{ noteServer: (pid: number) => void; release: () => void }>;
