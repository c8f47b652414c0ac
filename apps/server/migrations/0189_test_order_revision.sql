-- How often the content of a test order was saved, as with tenders and panels (0167): a reviewer and the director
-- may fill in one draft, and who saves or submits it says which saving was on the screen.

alter table test_order add column revision int not null default 0;
