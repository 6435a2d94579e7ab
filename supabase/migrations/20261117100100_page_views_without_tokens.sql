-- Page views were counted by the whole path. Where a part of the path is a secret, the views are counted by its pattern.
with secret as (
  delete from public.page_views
  where path ~* '^/+(booking|offer|newsletter|preview|calendar)/+[^/]' or path ~* '/[0-9a-f]{20,}([.]\w{1,8})?(/|$)'
  returning day, path, views
)
insert into public.page_views (day, path, views)
select day, pattern, sum(views) from (
  select day, views, case
    when path ~* '^/+booking/+[^/]+/+calendar[.]ics' then '/booking/:token/calendar.ics'
    when path ~* '^/+(booking|offer|newsletter|preview|calendar)/+[^/]'
      then '/' || lower(substring(path from '^/+([^/]+)')) || '/:token'
    else regexp_replace(path, '/[0-9a-f]{20,}([.]\w{1,8})?(?=/|$)', '/:token', 'gi')
  end as pattern from secret
) patterned
group by day, pattern
on conflict (day, path) do update set views = page_views.views + excluded.views;
