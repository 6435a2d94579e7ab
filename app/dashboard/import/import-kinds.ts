// What can be imported: the fields, the column names other programs use for them, and an example.

export type ImportKind = 'people' | 'bookings' | 'tracks';

interface ImportField {
  name: string;
  label: string;
  isRequired?: boolean;
  hint?: string;
  isDate?: boolean;
  /** Column names that mean this field, in lower case without punctuation. */
  aliases: readonly string[];
}

interface KindLabels {
  label: string;
  hint: string;
  /** What happens when the same file is imported again. */
  duplicates: string;
  fields: readonly ImportField[];
  example: readonly (readonly string[])[];
}

const EMAIL = ['email', 'e mail', 'mail', 'email address', 'e mail adresse', 'correio', 'correo'];
const PHONE = ['phone', 'telephone', 'tel', 'mobile', 'telefon', 'handy', 'telefone', 'telemovel'];
const NAME = [
  'name',
  'full name',
  'participant',
  'student',
  'child',
  'attendee',
  'teilnehmer',
  'nome',
  'nombre',
];
const BORN = [
  'born',
  'born on',
  'birthday',
  'date of birth',
  'dob',
  'birthdate',
  'geburtstag',
  'geburtsdatum',
  'nascimento',
];
const NOTE = ['note', 'notes', 'remark', 'comment', 'bemerkung', 'notiz', 'nota', 'observacoes'];

export const importKinds: Record<ImportKind, KindLabels> = {
  people: {
    label: 'People',
    hint: 'Households and their members',
    duplicates:
      'People who are already here are recognised by household or email, name and birthday; only empty fields are filled.',
    fields: [
      { name: 'name', label: 'Name', isRequired: true, aliases: NAME },
      {
        name: 'household',
        label: 'Household',
        hint: 'Rows with the same household belong together',
        aliases: ['household', 'family', 'familie', 'haushalt', 'familia', 'surname', 'last name'],
      },
      { name: 'email', label: 'Email', hint: 'Of the guardian', aliases: EMAIL },
      { name: 'phone', label: 'Phone', aliases: PHONE },
      { name: 'born_on', label: 'Birthday', isDate: true, aliases: BORN },
      { name: 'note', label: 'Note', aliases: NOTE },
    ],
    example: [
      ['Ana Prado', 'Prado', 'ana@example.com', '+351 900 000 001', '1986-04-12', ''],
      ['Leo Prado', 'Prado', 'ana@example.com', '', '2016-09-30', 'Needs a chair at the front'],
    ],
  },
  bookings: {
    label: 'Bookings',
    hint: 'Places in classes that already exist here',
    duplicates: 'The same name and email are not booked twice for the same session. No emails are sent.',
    fields: [
      {
        name: 'class',
        label: 'Class',
        isRequired: true,
        hint: 'Its title or the last part of its address',
        aliases: [
          'class',
          'course',
          'offering',
          'event',
          'workshop',
          'kurs',
          'titel',
          'title',
          'aula',
          'curso',
        ],
      },
      {
        name: 'date',
        label: 'Date',
        isRequired: true,
        isDate: true,
        aliases: ['date', 'day', 'datum', 'tag', 'data', 'fecha'],
      },
      {
        name: 'time',
        label: 'Time',
        hint: 'Only if a class has two sessions that day',
        aliases: ['time', 'start', 'begin', 'uhrzeit', 'zeit', 'hora'],
      },
      { name: 'name', label: 'Name', isRequired: true, aliases: NAME },
      { name: 'email', label: 'Email', isRequired: true, aliases: EMAIL },
      {
        name: 'buyer',
        label: 'Booked by',
        hint: 'If someone else pays',
        aliases: ['buyer', 'booked by', 'parent', 'guardian', 'payer', 'kaeufer', 'eltern'],
      },
      { name: 'phone', label: 'Phone', aliases: PHONE },
      { name: 'born_on', label: 'Birthday', isDate: true, aliases: BORN },
      {
        name: 'price',
        label: 'Price',
        hint: 'Otherwise the price of the class',
        aliases: ['price', 'amount', 'preis', 'betrag', 'preco'],
      },
      {
        name: 'paid',
        label: 'Paid',
        hint: 'yes, no, or an amount',
        aliases: ['paid', 'bezahlt', 'pago', 'payment'],
      },
      { name: 'note', label: 'Note', aliases: NOTE },
    ],
    example: [
      ['morning-body', '2026-12-01', '10:00', 'Ana Prado', 'ana@example.com', '', '', '', '9.00', 'yes', ''],
    ],
  },
  tracks: {
    label: 'Track details',
    hint: 'Titles, artists and albums of tracks in the radio library',
    duplicates: 'Tracks are matched by file name, ISRC, or title and artist. Empty cells change nothing.',
    fields: [
      {
        name: 'file',
        label: 'File name',
        hint: 'As it was uploaded',
        aliases: ['file', 'filename', 'file name', 'datei', 'dateiname', 'path'],
      },
      { name: 'isrc', label: 'ISRC', aliases: ['isrc'] },
      { name: 'title', label: 'Title', aliases: ['title', 'track', 'song', 'titel', 'titulo'] },
      {
        name: 'artist',
        label: 'Artist',
        aliases: ['artist', 'performer', 'interpret', 'kuenstler', 'artista'],
      },
      { name: 'album', label: 'Album', aliases: ['album', 'release'] },
      { name: 'genre', label: 'Genre', aliases: ['genre', 'style'] },
      { name: 'year', label: 'Year', aliases: ['year', 'jahr', 'ano'] },
    ],
    example: [
      ['harbour.mp3', '', 'Harbour at minus six', 'Teo Marchetti', 'Hulls', 'field recording', '2026'],
    ],
  },
};

/** Field -> column index, or -1. */
export type Mapping = Record<string, number>;

export function guessMapping(kind: ImportKind, header: readonly string[]): Mapping {
  const plain = header.map(plainName);
  const taken = new Set<number>();
  const mapping: Mapping = {};
  for (const { name, label, aliases } of importKinds[kind].fields) {
    const names = [plainName(name), plainName(label), ...aliases];
    const column = plain.findIndex((called, index) => !taken.has(index) && names.includes(called));
    mapping[name] = column;
    if (column >= 0) taken.add(column);
  }
  return mapping;
}

function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

export type DateOrder = 'day first' | 'month first';

/** An ISO date; invalid dates stay as they are, so that the report can show them. */
export function plainDate(text: string, order: DateOrder): string {
  const [, one = '', two = '', year = ''] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(text.trim()) ?? [];
  if (year === '') return text.trim().replace(/^(\d{4})[./](\d{1,2})[./](\d{1,2})$/, '$1-$2-$3');
  const [day, month] = order === 'day first' ? [one, two] : [two, one];
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

export interface ImportRow {
  line: number;
  data: Record<string, string>;
}

export function mapRows(
  kind: ImportKind,
  rows: readonly { line: number; cells: readonly string[] }[],
  mapping: Mapping,
  order: DateOrder,
): ImportRow[] {
  const fields = importKinds[kind].fields.filter(({ name }) => (mapping[name] ?? -1) >= 0);
  return rows.map(({ line, cells }) => ({
    line,
    data: Object.fromEntries(
      fields.map(({ name, isDate }) => {
        const text = (cells[mapping[name] ?? -1] ?? '').trim();
        return [name, isDate ? plainDate(text, order) : text];
      }),
    ),
  }));
}
