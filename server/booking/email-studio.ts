// What emails about bookings and waiting lists say of the studio.
/** The studio as its emails name it. */
export interface Studio {
  name: string;
  address: string;
  email: string;
  siteUrl: string;
  transferAccount: string;
}

export const linkTo = (studio: Studio, path: string) => `${studio.siteUrl}${path}`;
export const contactLine = (studio: Studio) =>
  studio.email ? `Questions? Email us at ${studio.email}.` : 'Questions? Ask us at the studio.';
