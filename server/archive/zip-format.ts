// The numbers of the ZIP format that writer and reader share (APPNOTE 6.3): signatures, sizes, flags.
export const SIGNATURE = {
  local: 0x04034b50,
  descriptor: 0x08074b50,
  central: 0x02014b50,
  end: 0x06054b50,
  end64: 0x06064b50,
  end64Locator: 0x07064b50,
} as const;
/** Sizes follow the data, because a stream does not know them before. */
export const SIZES_FOLLOW = 0x0008;
export const NAMES_IN_UTF8 = 0x0800;
export const STORED = 0;
export const DEFLATED = 8;
export const EXTRA64 = 0x0001;
export const MAX_32 = 0xffff_ffff;
export const MAX_16 = 0xffff;
