-- Two rows that named the same bytes would take them from each other when one of them goes.
create unique index onda_objects_version on storage.objects (version);
