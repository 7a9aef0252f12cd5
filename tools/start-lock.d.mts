export function takeDataFolder(
  data: string,
): Promise<{ noteServer: (pid: number) => void; release: () => void }>;
