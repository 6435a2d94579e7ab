export const PATCHED_FILES: string[];
export function patchRouterFile(
  path: string,
  code: string,
  loaderPath: string,
): { name: string; code: string } | undefined;
