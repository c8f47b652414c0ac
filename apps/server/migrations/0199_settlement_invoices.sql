-- For whom the invoice of a remitted settlement is, as its payer says, and its number, when finance has
-- issued it outside the portal.

create table settlement_invoice (
  settlement_id bigint primary key references settlement,
  invoice_title text,
  tax_number text,
  email text,
  invoice_number text,
  invoiced_on date,
  check (invoice_title is not null or invoice_number is not null),
  check (invoice_title is not null or (tax_number is null and email is null)),
  check ((invoice_number is null) = (invoiced_on is null))
);
create index settlement_invoice_open on settlement_invoice (settlement_id) where invoice_number is null;
