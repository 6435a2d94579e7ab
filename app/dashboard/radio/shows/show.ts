// A radio show as the dashboard reads it.
export interface Show {
  id: string;
  slug: string;
  title: string;
  summary: string;
  host_id: string | null;
  hosts: { user_id: string }[];
}

export interface Named {
  id: string;
  name: string;
}
