-- The equipment office sorts its lists by the time of their state, stock-in orders and applications for
-- scrapping also by their amount, and maintenance records by their day. Read backwards, the same indexes give
-- the other direction. Panels and evaluations are some hundreds a year and need none.

create index acceptance_state_at on acceptance (state_at desc, id desc);
create index stock_in_state_at on stock_in (state_at desc, id desc);
create index stock_in_total on stock_in (total_fen desc, id desc);
create index asset_transfer_state_at on asset_transfer (state_at desc, id desc);
create index repair_order_state_at on repair_order (state_at desc, id desc);
create index scrap_state_at on scrap (state_at desc, id desc);
create index scrap_price on scrap (price_fen desc, id desc);
create index asset_report_state_at on asset_report (state_at desc, id desc);
create index maintenance_record_done on maintenance_record (done_on desc, id desc);
