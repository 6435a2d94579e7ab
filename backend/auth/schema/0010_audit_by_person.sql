-- What concerns one person is read by that person: without an index every look would walk through everybody's events.
create index audit_logs_actor_idx on auth.audit_log_entries ((payload ->> 'actor_id'), created_at desc);
create index audit_logs_target_idx on auth.audit_log_entries ((payload -> 'traits' ->> 'user_id'), created_at desc)
  where (payload -> 'traits' ->> 'user_id') is not null;
