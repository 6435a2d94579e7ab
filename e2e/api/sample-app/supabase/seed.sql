-- A first member: ada@example.com with the password "password123".
insert into auth.users (
  instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, recovery_sent_at, last_sign_in_at,
  raw_app_meta_data, raw_user_meta_data, created_at, updated_at,
  confirmation_token, email_change, email_change_token_new, recovery_token
) values (
  '00000000-0000-0000-0000-000000000000', '8d0f4b5e-1c1b-4e0a-9d53-9a3d8b1f0a01', 'authenticated', 'authenticated',
  'ada@example.com', crypt('password123', gen_salt('bf')), current_timestamp, current_timestamp, current_timestamp,
  '{"provider":"email","providers":["email"]}', '{"username":"ada"}', current_timestamp, current_timestamp,
  '', '', '', ''
);

insert into auth.identities (id, user_id, identity_data, provider, provider_id, last_sign_in_at, created_at, updated_at)
select
  uuid_generate_v4(), id, format('{"sub":"%s","email":"%s"}', id::text, email)::jsonb, 'email', id::text,
  current_timestamp, current_timestamp, current_timestamp
from auth.users where email = 'ada@example.com';

insert into public.photos (user_id, path, caption, visibility)
values ('8d0f4b5e-1c1b-4e0a-9d53-9a3d8b1f0a01', 'ada/harbour.png', 'The harbour at night', 'shared');
