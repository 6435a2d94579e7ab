// Asks a Node process, through its inspector, how much lives after a collection.
interface Answer {
  id?: number;
  result?: { result?: { value?: number } };
}

export interface Inspector {
  livingBytes(): Promise<number>;
  close(): void;
}

export async function openInspector(port: number): Promise<Inspector> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as [
    { webSocketDebuggerUrl: string },
  ];
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  const waiting = new Map<number, (answer: Answer) => void>();
  let lastId = 0;
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  };
  const call = (method: string, params: object = {}) =>
    new Promise<Answer>((resolve) => {
      lastId += 1;
      waiting.set(lastId, resolve);
      socket.send(JSON.stringify({ id: lastId, method, params }));
    });
  await call('HeapProfiler.enable');
  return {
    async livingBytes() {
      // Twice: what the first collection only marks as finalised goes with the second.
      await call('HeapProfiler.collectGarbage');
      await call('HeapProfiler.collectGarbage');
      const expression = 'process.memoryUsage().heapUsed + process.memoryUsage().external';
      const answer = await call('Runtime.evaluate', { expression });
      return answer.result?.result?.value ?? Number.NaN;
    },
    close: () => socket.close(),
  };
}
