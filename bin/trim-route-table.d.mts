export function trimRouteTable(clientFolder: string): Promise<void>;
export function trimTable(text: string): string;
