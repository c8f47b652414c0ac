-- Asset numbers as the portal gives them have nine digits (`{YYYY}{SEQ5}`), and SJ1 has eight places for them. A
-- number that is too wide loses its century: 202600007 becomes 2600007 (decision 142). What is frozen keeps the
-- layout of its version.

create function with_cut(layout jsonb) returns jsonb language sql immutable as $$
  select jsonb_set(layout, '{tables}', jsonb_agg(case when t ->> 'tab' <> 'SJ1' then t
      else jsonb_set(t, '{fields}', (select jsonb_agg(case when f ->> 'from' = 'device.number'
          then f || '{"cut": "20"}' else f end order by i)
        from jsonb_array_elements(t -> 'fields') with ordinality as field(f, i))) end order by n))
  from jsonb_array_elements(layout -> 'tables') with ordinality as part(t, n)
$$;
update ministry_starter set layout = with_cut(layout);
update ministry_year set layout = with_cut(layout);
drop function with_cut(jsonb);
