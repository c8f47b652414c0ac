-- Gateways that show a certificate in place of a password (decision 113). It is pinned: known by its
-- fingerprint, bound to one gateway, of one enrolment.
create table iot_certificate (
  id bigint generated always as identity primary key,
  gateway_id bigint not null references iot_gateway,
  epoch int not null,
  -- SHA-256 of the whole certificate.
  fingerprint bytea not null check (length(fingerprint) = 32),
  subject text not null,
  serial text not null,
  valid_from timestamptz not null,
  valid_to timestamptz not null,
  bound_by bigint not null references user_account,
  bound_at timestamptz not null,
  ended_at timestamptz,
  -- Null: by the gateway itself, which enrolled anew.
  ended_by bigint references user_account,
  ended_how text check (ended_how in ('replaced', 'revoked', 'renewed', 'retired')),
  revoked_why text,
  constraint iot_certificate_dates check (valid_from < valid_to),
  constraint iot_certificate_ended check ((ended_at is null) = (ended_how is null)),
  constraint iot_certificate_revoked
    check ((ended_how is not distinct from 'revoked') = (revoked_why is not null))
);
-- One that is bound is one gateway's, and one that was revoked is nobody's ever again.
create unique index iot_certificate_once on iot_certificate (fingerprint)
  where ended_how is null or ended_how = 'revoked';
create unique index iot_certificate_live on iot_certificate (gateway_id) where ended_at is null;
create index iot_certificate_gateway on iot_certificate (gateway_id, epoch);
create index iot_certificate_bound_by on iot_certificate (bound_by);
create index iot_certificate_ended_by on iot_certificate (ended_by);

-- Null: it comes with its password. Otherwise with a certificate, and it is believed until then.
alter table iot_gateway add column certified_until timestamptz;

-- How it came last (decision 113): over a line to the broker, or by calls of its own.
alter table iot_gateway add column spoke text check (spoke in ('mqtt', 'http'));
-- What waits for such a call: orders that were not answered.
create index iot_command_unanswered on iot_command (gateway_id) where answered_at is null;
-- What such a call was marked with, so that it is taken once; kept while its moment is not long past.
create table iot_relay_nonce (
  gateway_id bigint not null references iot_gateway,
  nonce text not null,
  at timestamptz not null,
  primary key (gateway_id, nonce)
);
do $$
declare
  known text := pg_get_functiondef('note_changes_everywhere()'::regprocedure);
begin
  if position('''iot_heard''' in known) = 0 then
    raise exception 'note_changes_everywhere names no iot_heard';
  end if;
  execute replace(known, '''iot_heard''', '''iot_heard'', ''iot_relay_nonce''');
end $$;
select note_changes_everywhere();
