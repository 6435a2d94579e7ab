-- Places that guests hold are counted like messages: by the network that asks.
alter table rate_limits.message_limits drop constraint message_limits_medium_check;
alter table rate_limits.message_limits add constraint message_limits_medium_check
  check (medium in ('email', 'sms', 'order', 'hold'));
insert into rate_limits.message_limits (medium, scope, max_count, per_seconds) values ('hold', 'address', 60, 900);
