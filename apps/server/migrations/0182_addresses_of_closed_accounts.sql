-- An address belongs to one open account. Who comes back with a new number (a master's student, a member of staff)
-- has the same address as before; the closed account keeps it on record and does not stand in the way.

drop index user_account_email;
create unique index user_account_email on user_account (lower(email)) where email is not null and enabled;
