import { TAU } from '../numbers.ts';

/** The fast Fourier transform, in place; the length is a power of two. */
export function transform(real: Float64Array, imaginary: Float64Array): void {
  reorder(real, imaginary);
  const size = real.length;
  for (let length = 2; length <= size; length <<= 1) {
    const [stepReal, stepImaginary] = [Math.cos(-TAU / length), Math.sin(-TAU / length)];
    for (let start = 0; start < size; start += length) {
      let [turnReal, turnImaginary] = [1, 0];
      for (let k = 0; k < length / 2; k++) {
        const low = start + k;
        const high = low + length / 2;
        const [highReal, highImaginary] = [real[high] ?? 0, imaginary[high] ?? 0];
        const [lowReal, lowImaginary] = [real[low] ?? 0, imaginary[low] ?? 0];
        const turnedReal = highReal * turnReal - highImaginary * turnImaginary;
        const turnedImaginary = highReal * turnImaginary + highImaginary * turnReal;
        real[high] = lowReal - turnedReal;
        imaginary[high] = lowImaginary - turnedImaginary;
        real[low] = lowReal + turnedReal;
        imaginary[low] = lowImaginary + turnedImaginary;
        [turnReal, turnImaginary] = [
          turnReal * stepReal - turnImaginary * stepImaginary,
          turnReal * stepImaginary + turnImaginary * stepReal,
        ];
      }
    }
  }
}

function reorder(...parts: Float64Array[]): void {
  const size = parts[0]?.length ?? 0;
  for (let i = 1, j = 0; i < size; i++) {
    let bit = size >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i >= j) continue;
    for (const part of parts) [part[i], part[j]] = [part[j] ?? 0, part[i] ?? 0];
  }
}
