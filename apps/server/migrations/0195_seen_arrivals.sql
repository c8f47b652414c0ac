-- How often the content of an acceptance or a stock-in was saved, as with panels and tenders: whoever saves it, or
-- hands it in, says which saving he had before him.

alter table acceptance add column revision int not null default 0;
alter table stock_in add column revision int not null default 0;
