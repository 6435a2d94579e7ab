import type { Policy } from './policy.ts';

export const terms: Policy = {
  slug: 'terms',
  title: 'House rules',
  summary: 'What we promise, what we ask, and what happens when something goes wrong.',
  since: '2026-11-01',
  write: ({ studioName, email, address }) => [
    {
      heading: 'Who you deal with',
      text: `${studioName}, ${address}, ${email}.`,
    },
    {
      heading: 'A place is yours when we say so',
      text: 'What you see on these pages is an invitation. The place is yours once we have confirmed it in writing, at the price shown when you asked.',
    },
    {
      heading: 'Paying',
      text: 'At the studio or by bank transfer, before the first date. Prices include tax and everything we need for the class, unless the page says what to bring.',
    },
    {
      heading: 'In the rooms',
      text: 'Nobody auditions and nobody is laughed at. Stop when somebody says stop. Leave the room so that the next people can begin. Teachers may ask a person to leave who makes that impossible for others; the rest of the price is paid back.',
    },
    {
      heading: 'Children',
      text: 'We look after a child from the beginning of the class to its end. Before and after, you do. Tell us who may fetch them.',
    },
    {
      heading: 'What you make here is yours',
      text: 'Works, texts and recordings belong to the people who made them. We show or send them only after asking, with your name the way you want it, and take them down when you change your mind.',
    },
    {
      heading: 'When something goes wrong',
      text: 'We are liable for harm we cause on purpose or by carelessness, as the law has it. Please look after your own things.\n\nIf we cannot agree, the law of the country we are in applies, and nothing here takes away a right that the law gives you as a consumer.',
    },
  ],
};
