// What can be imported: its fields, the names that columns have for them elsewhere, and an example to begin with.

export type ImportKind = 'people' | 'bookings' | 'tracks';

export interface ImportField {
  name: string;
  label: string;
  isNeeded?: boolean;
  hint?: string;
  isDate?: boolean;
  /** How columns are called that mean it, in small letters without signs. */
  alsoCalled: readonly string[];
}

interface KindLabels {
  label: string;
  hint: string;
  /** What happens when the same file comes again. */
  again: string;
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
    hint: 'Households and who belongs to them',
    again:
      'Who is known already is recognised by household or email, name and birthday; only gaps are filled.',
    fields: [
      { name: 'name', label: 'Name', isNeeded: true, alsoCalled: NAME },
      {
        name: 'household',
        label: 'Household',
        hint: 'Rows with the same one belong together',
        alsoCalled: ['household', 'family', 'familie', 'haushalt', 'familia', 'surname', 'last name'],
      },
      { name: 'email', label: 'Email', hint: 'Of who looks after the household', alsoCalled: EMAIL },
      { name: 'phone', label: 'Phone', alsoCalled: PHONE },
      { name: 'born_on', label: 'Birthday', isDate: true, alsoCalled: BORN },
      { name: 'note', label: 'Note', alsoCalled: NOTE },
    ],
    example: [
      ['Ana Prado', 'Prado', 'ana@example.com', '+351 900 000 001', '1986-04-12', ''],
      ['Leo Prado', 'Prado', 'ana@example.com', '', '2016-09-30', 'Needs a chair at the front'],
    ],
  },
  bookings: {
    label: 'Bookings',
    hint: 'Places in classes that are laid out here already',
    again:
      'A place that the same name and email hold on the same date is not booked twice. Nobody is written to.',
    fields: [
      {
        name: 'class',
        label: 'Class',
        isNeeded: true,
        hint: 'Its title or the end of its address',
        alsoCalled: [
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
        isNeeded: true,
        isDate: true,
        alsoCalled: ['date', 'day', 'datum', 'tag', 'data', 'fecha'],
      },
      {
        name: 'time',
        label: 'Time',
        hint: 'Only where a class has two dates that day',
        alsoCalled: ['time', 'start', 'begin', 'uhrzeit', 'zeit', 'hora'],
      },
      { name: 'name', label: 'Name', isNeeded: true, alsoCalled: NAME },
      { name: 'email', label: 'Email', isNeeded: true, alsoCalled: EMAIL },
      {
        name: 'buyer',
        label: 'Booked by',
        hint: 'If somebody else pays',
        alsoCalled: ['buyer', 'booked by', 'parent', 'guardian', 'payer', 'kaeufer', 'eltern'],
      },
      { name: 'phone', label: 'Phone', alsoCalled: PHONE },
      { name: 'born_on', label: 'Birthday', isDate: true, alsoCalled: BORN },
      {
        name: 'price',
        label: 'Price',
        hint: 'Else what the class costs',
        alsoCalled: ['price', 'amount', 'preis', 'betrag', 'preco'],
      },
      {
        name: 'paid',
        label: 'Paid',
        hint: 'yes, no, or how much',
        alsoCalled: ['paid', 'bezahlt', 'pago', 'payment'],
      },
      { name: 'note', label: 'Note', alsoCalled: NOTE },
    ],
    example: [
      ['morning-body', '2026-12-01', '10:00', 'Ana Prado', 'ana@example.com', '', '', '', '9.00', 'yes', ''],
    ],
  },
  tracks: {
    label: 'Tracks’ words',
    hint: 'Titles, artists, albums of what is in the radio’s library',
    again:
      'A track is found by file name, ISRC, or title and artist; what is empty in the file stays as it is.',
    fields: [
      {
        name: 'file',
        label: 'File name',
        hint: 'As it was uploaded',
        alsoCalled: ['file', 'filename', 'file name', 'datei', 'dateiname', 'path'],
      },
      { name: 'isrc', label: 'ISRC', alsoCalled: ['isrc'] },
      { name: 'title', label: 'Title', alsoCalled: ['title', 'track', 'song', 'titel', 'titulo'] },
      {
        name: 'artist',
        label: 'Artist',
        alsoCalled: ['artist', 'performer', 'interpret', 'kuenstler', 'artista'],
      },
      { name: 'album', label: 'Album', alsoCalled: ['album', 'release'] },
      { name: 'genre', label: 'Genre', alsoCalled: ['genre', 'style'] },
      { name: 'year', label: 'Year', alsoCalled: ['year', 'jahr', 'ano'] },
    ],
    example: [
      ['harbour.mp3', '', 'Harbour at minus six', 'Teo Marchetti', 'Hulls', 'field recording', '2026'],
    ],
  },
};

/** Field -> number of the column, or -1. */
export type Mapping = Record<string, number>;

export function guessMapping(kind: ImportKind, header: readonly string[]): Mapping {
  const plain = header.map(plainName);
  const taken = new Set<number>();
  const mapping: Mapping = {};
  for (const { name, label, alsoCalled } of importKinds[kind].fields) {
    const names = [plainName(name), plainName(label), ...alsoCalled];
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

/** As the database reads dates; what is none stays as it is, so that the report can show it. */
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
