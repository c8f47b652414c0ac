-- What one person has uploaded for forms not sent yet is summed up with every further upload.
create index file_loose on file (owner_id) where row_id is null;

-- Characters that nobody sees, and that make a name read as another: they are not taken any more, and leave what is there.
update file set name = coalesce(nullif(btrim(regexp_replace(name, E'[\\u0001-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb/\\\\]', '', 'g')), ''), '未命名')
  where name ~ E'[\\u0001-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb/\\\\]';
