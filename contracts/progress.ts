// Where long actions say what they are doing. The terminal prints it; tests collect it.
export interface Progress {
  step(message: string): void;
  done(message?: string): void;
}
