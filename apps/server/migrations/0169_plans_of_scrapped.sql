-- Only an approved application stopped the maintenance plans of what it scrapped. Plans of instruments that
-- were scrapped by hand are due for ever in the count of whoever is to do them.

update maintenance_plan p set enabled = false from device d
  where d.id = p.device_id and d.status = 'scrapped' and p.enabled;
