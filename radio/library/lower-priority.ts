// Lets every other thread go first before the one that calls this.
import { constants, setPriority } from 'node:os';

export function lowerPriority(): void {
  try {
    // On Linux this is the priority of this thread alone; elsewhere it would be the whole program's.
    if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW);
  } catch {
    // Without the right to change it, it stays as it is.
  }
}
