/** The five things the studio teaches. */
export type Discipline = 'sound' | 'movement' | 'image' | 'word' | 'making';
