export interface Package {
  name: string;
  version: string;
  licence: string;
}
export function listPackages(root?: string): Package[];
export function findForbidden(packages: Package[]): Package[];
export function isAllowed(licence: string): boolean;
export function formatNotices(packages: Package[]): string;
