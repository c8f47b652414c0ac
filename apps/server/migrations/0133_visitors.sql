-- Whether somebody who is not signed in may look at instruments and notices (decision 103).
alter table site_setting add column visitors_may_browse boolean not null default false;
