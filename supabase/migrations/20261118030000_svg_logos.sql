-- A logo may be an SVG, which the server sanitises and saves. Owners themselves save only pictures that cannot carry a script.
update storage.buckets set allowed_mime_types = array['image/png', 'image/webp', 'image/jpeg', 'image/svg+xml'] where id = 'brand';

drop policy "owners put the logo there" on storage.objects;
create policy "owners upload pictures as logo" on storage.objects for insert to authenticated
  with check (bucket_id = 'brand' and (select public.has_role('owner')) and lower(name) ~ '\.(png|webp|jpg)$'
    and coalesce(metadata ->> 'mimetype', 'image/png') not ilike '%svg%');
