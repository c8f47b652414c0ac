-- What silence comes to is what the system may do at a step; a row that said more did nothing. Such rows remind from now on.
update approval_policy set on_timeout = 'remind'
where (business, step) in (('test_order', 'fill'), ('settlement', 'finance')) and on_timeout <> 'remind'
  or (business, step) in (('test_order', 'write_off'), ('settlement', 'remittance'), ('settlement', 'reversal')) and on_timeout = 'approve';
