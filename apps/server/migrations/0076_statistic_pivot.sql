-- 交叉分析 by people reads their sums, and beside them the few uses that name nobody.
create index use_record_nobody on use_record (day) where user_id is null;
