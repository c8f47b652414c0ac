-- A deleted file is looked for in every table that refers to files. Avatars are replaced one at a time, the
-- nightly sweeps delete hundreds of files: without these indexes each of them was a walk over all people, all
-- instruments, all settlements and all invoices. Most rows have no file, so the indexes are small.

create index user_account_avatar_file on user_account (avatar_file_id) where avatar_file_id is not null;
create index device_image_file on device (image_file_id) where image_file_id is not null;
create index settlement_voucher_file on settlement (voucher_file_id) where voucher_file_id is not null;
create index invoice_file on invoice (file_id) where file_id is not null;
create index carousel_file on carousel (file_id) where file_id is not null;
create index campus_map_file on campus_map (file_id) where file_id is not null;
