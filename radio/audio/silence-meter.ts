// Finds the longest silence inside a sound: from its first loud sample to its last one.

interface Silence {
  samples: number;
  /** Where it begins. */
  at: number;
}

export interface SilenceMeter {
  /** One sample after the other, over all channels. */
  add(isLoud: boolean): void;
  longest(): Silence;
}

export function createSilenceMeter(): SilenceMeter {
  let position = 0;
  let lastLoud = -1;
  let longest: Silence = { samples: 0, at: 0 };
  return {
    add(isLoud) {
      if (isLoud) {
        const samples = position - lastLoud - 1;
        // What precedes the first sound is cut off.
        if (lastLoud >= 0 && samples > longest.samples) longest = { samples, at: lastLoud + 1 };
        lastLoud = position;
      }
      position++;
    },
    longest: () => longest,
  };
}
