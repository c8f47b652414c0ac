-- Up to when the payer has been asked to extend a booking (decision 078): he is asked once for an end, however
-- often others try.
alter table booking add column extension_asked_to timestamptz;
