export function failuresOfVitest(report: object): string[];
export function failuresOfPlaywright(report: object): string[];
