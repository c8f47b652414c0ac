-- Finance's voucher of a reimbursement, and what speaks for a precious instrument.

alter table stock_in
  -- One voucher may cover several orders: it is looked for, not unique.
  add column voucher_number text,
  add column paid_on date,
  add constraint stock_in_voucher check ((voucher_number is null and paid_on is null) or reimbursed_at is not null);
create index stock_in_voucher_number on stock_in (voucher_number) where voucher_number is not null;

-- 预期机时, 同类设备, 共享方案, 安装条件, 运行经费: whole when it is handed in, as far as it was written before.
alter table purchase_item add column precious_case jsonb check (jsonb_typeof(precious_case) = 'object');
