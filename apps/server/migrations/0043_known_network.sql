-- Networks from which a person has signed in: there, wrong passwords of strangers elsewhere do not shut him out.
-- Kept as a keyed digest of name and network, so that the table does not tell where anybody was.
create table known_network (
  user_id bigint not null references user_account on delete cascade,
  network bytea not null check (octet_length(network) = 32),
  expires_at timestamptz not null,
  primary key (user_id, network)
);
create index known_network_expiry on known_network (expires_at);
