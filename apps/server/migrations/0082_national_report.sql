-- Reports to the national platform of large instruments (decision 072): schemas of years, rows of three kinds, batches and answers.

-- What a year asks for: fields, lengths, codes and rules are data. One document for each kind of row.
create table national_schema (
  id bigint generated always as identity primary key,
  year int not null check (year between 2000 and 2099),
  kind text not null check (kind in ('device', 'service', 'customs')),
  document jsonb not null,
  imported_at timestamptz not null,
  -- Null: came with the portal, or was taken over from the year before.
  imported_by bigint references user_account,
  constraint national_schema_once unique (year, kind),
  constraint national_schema_kind check (document ->> 'kind' = kind)
);

create table national_report (
  id bigint generated always as identity primary key,
  year int not null constraint national_report_once unique check (year between 2000 and 2099),
  created_at timestamptz not null,
  created_by bigint references user_account,
  -- When what the portal knows was looked through last.
  collected_at timestamptz
);

create table national_row (
  id bigint generated always as identity primary key,
  report_id bigint not null references national_report,
  kind text not null check (kind in ('device', 'service', 'customs')),
  device_id bigint not null references device,
  -- Of a record of service: which source of the use ledger.
  source text,
  source_id bigint,
  -- What was typed over what the portal knows: {code: {value, by, at}}.
  typed jsonb not null default '{}' check (jsonb_typeof(typed) = 'object'),
  state text not null default 'unreported' check (state in ('unreported', 'reported', 'failed', 'locked')),
  state_at timestamptz not null,
  reason text,
  -- As the platform has taken it, by code, with its hash; kept until it takes another.
  sent jsonb,
  sent_hash text,
  sent_at timestamptz,
  constraint national_row_source check ((kind = 'service') = (source is not null) and (source is null) = (source_id is null)),
  constraint national_row_sent check ((sent is null) = (sent_hash is null) and (sent is null) = (sent_at is null)
    and (state not in ('reported', 'locked') or sent is not null)),
  constraint national_row_once unique nulls not distinct (report_id, kind, device_id, source, source_id)
);
create index national_row_device on national_row (device_id, kind);
create index national_row_state on national_row (report_id, kind, state, id);

-- What the platform holds under lock stays as it was sent, on every path.
create function national_row_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.sent is not null then
      raise exception 'national_row_kept: row % was reported', old.id
        using errcode = 'check_violation', constraint = 'national_row_kept', table = 'national_row';
    end if;
    return old;
  end if;
  if old.state = 'locked' and ((new.typed, new.sent, new.sent_hash) is distinct from (old.typed, old.sent, old.sent_hash)
      or new.state not in ('locked', 'failed')) then
    raise exception 'national_row_locked: row % is locked by the platform', old.id
      using errcode = 'check_violation', constraint = 'national_row_locked', table = 'national_row';
  end if;
  return new;
end $$;
create trigger national_row_stays before update or delete on national_row
  for each row execute function national_row_stays();

-- By what rows were reported, that stays.
create function national_schema_stays() returns trigger language plpgsql as $$
begin
  if exists (select from national_row r join national_report p on p.id = r.report_id
      where p.year = old.year and r.kind = old.kind and r.sent is not null) then
    raise exception 'national_schema_used: rows of % were reported by it', old.year
      using errcode = 'check_violation', constraint = 'national_schema_used', table = 'national_schema';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger national_schema_stays before update or delete on national_schema
  for each row execute function national_schema_stays();

-- What was sent at once. A batch that has no end was cut off: nobody knows what the platform took, and sending again is safe.
create table national_batch (
  id bigint generated always as identity primary key,
  report_id bigint not null references national_report,
  kind text not null check (kind in ('device', 'service', 'customs')),
  way text not null check (way in ('upload', 'register')),
  at timestamptz not null,
  by_id bigint not null references user_account,
  ended_at timestamptz,
  -- Why there was no answer.
  trouble text
);
create index national_batch_report on national_batch (report_id, id);
create table national_answer (
  batch_id bigint not null references national_batch,
  row_id bigint not null references national_row,
  key text not null,
  ok boolean not null,
  message text not null,
  hash text not null,
  primary key (batch_id, row_id)
);
create index national_answer_row on national_answer (row_id);
create trigger national_answer_append_only before update or delete on national_answer
  for each statement execute function refuse_change();
create trigger national_answer_no_truncate before truncate on national_answer
  for each statement execute function refuse_change();

-- Answers are a journal themselves: not noted.
do $$
declare
  known text := pg_get_functiondef('note_changes_everywhere()'::regprocedure);
begin
  if position('''use_person_month''' in known) = 0 then
    raise exception 'note_changes_everywhere names no use_person_month';
  end if;
  execute replace(known, '''use_person_month''', '''use_person_month'', ''national_answer''');
end $$;

-- ── What is known so far ─────────────────────────────────────────────────────
-- The platform's own standard was not found: these come from public reporting code and are to be verified. Later years begin with a copy.
insert into national_schema (year, kind, document, imported_at) select year, kind, document::jsonb, now() from (values
(2025, 'device', $json${
 "kind": "device",
 "title": "单台套科学仪器设备",
 "note": "字段与长度整理自公开的上报代码，待核实；代码值、未注明长度的字段、编码和文本宽度暂由本平台给定，请按当年的填报说明修改后重新导入",
 "type": "4",
 "scope": {"priceWan": 50, "uses": []},
 "refusesIdentical": true,
 "key": "innerId",
 "file": {"encoding": "GBK", "root": "instruments", "row": "instrument"},
 "lists": {
  "yesNo": [{"code": "1", "label": "是"}, {"code": "0", "label": "否"}],
  "belong": [{"code": "0", "label": "不附属"}, {"code": "1", "label": "科学仪器中心"}, {"code": "2", "label": "大型科学装置"}],
  "origin": [{"code": "1", "label": "购置", "of": ["bought"]}, {"code": "2", "label": "研制", "of": ["built"]},
    {"code": "3", "label": "赠送", "of": ["donated"]},
    {"code": "4", "label": "其他", "of": ["transferred", "other"]}],
  "country": [{"code": "CHN", "label": "中国", "of": ["国产"]}, {"code": "USA", "label": "美国"},
    {"code": "DEU", "label": "德国"}, {"code": "JPN", "label": "日本"}, {"code": "GBR", "label": "英国"},
    {"code": "FRA", "label": "法国"}, {"code": "CHE", "label": "瑞士"}, {"code": "NLD", "label": "荷兰"},
    {"code": "ITA", "label": "意大利"}, {"code": "SWE", "label": "瑞典"}, {"code": "DNK", "label": "丹麦"},
    {"code": "NOR", "label": "挪威"}, {"code": "FIN", "label": "芬兰"}, {"code": "BEL", "label": "比利时"},
    {"code": "AUT", "label": "奥地利"}, {"code": "ESP", "label": "西班牙"}, {"code": "PRT", "label": "葡萄牙"},
    {"code": "IRL", "label": "爱尔兰"}, {"code": "CZE", "label": "捷克", "of": ["捷克共和国"]},
    {"code": "POL", "label": "波兰"}, {"code": "HUN", "label": "匈牙利"},
    {"code": "RUS", "label": "俄罗斯", "of": ["俄罗斯联邦"]}, {"code": "UKR", "label": "乌克兰"},
    {"code": "LTU", "label": "立陶宛"}, {"code": "EST", "label": "爱沙尼亚"}, {"code": "SVN", "label": "斯洛文尼亚"},
    {"code": "LIE", "label": "列支敦士登"}, {"code": "LUX", "label": "卢森堡"}, {"code": "ISR", "label": "以色列"},
    {"code": "KOR", "label": "韩国", "of": ["大韩民国"]}, {"code": "SGP", "label": "新加坡"},
    {"code": "MYS", "label": "马来西亚"}, {"code": "IND", "label": "印度"}, {"code": "THA", "label": "泰国"},
    {"code": "VNM", "label": "越南"}, {"code": "AUS", "label": "澳大利亚"}, {"code": "NZL", "label": "新西兰"},
    {"code": "CAN", "label": "加拿大"}, {"code": "MEX", "label": "墨西哥"}, {"code": "BRA", "label": "巴西"},
    {"code": "ZAF", "label": "南非"}, {"code": "TUR", "label": "土耳其", "of": ["土耳其共和国"]},
    {"code": "TWN", "label": "中国台湾", "of": ["台湾"]}, {"code": "HKG", "label": "中国香港", "of": ["香港"]}],
  "design": [{"code": "1", "label": "通用", "of": ["general"]}, {"code": "2", "label": "专用", "of": ["special"]}],
  "discipline": [{"code": "110", "label": "数学"}, {"code": "120", "label": "信息科学与系统科学"}, {"code": "130", "label": "力学"},
    {"code": "140", "label": "物理学"}, {"code": "150", "label": "化学"}, {"code": "160", "label": "天文学"},
    {"code": "170", "label": "地球科学"}, {"code": "180", "label": "生物学"}, {"code": "190", "label": "心理学"},
    {"code": "210", "label": "农学"}, {"code": "220", "label": "林学"}, {"code": "230", "label": "畜牧、兽医科学"},
    {"code": "240", "label": "水产学"}, {"code": "310", "label": "基础医学"}, {"code": "320", "label": "临床医学"},
    {"code": "330", "label": "预防医学与公共卫生学"}, {"code": "340", "label": "军事医学与特种医学"},
    {"code": "350", "label": "药学"}, {"code": "360", "label": "中医学与中药学"},
    {"code": "410", "label": "工程与技术科学基础学科"}, {"code": "413", "label": "信息与系统科学相关工程与技术"},
    {"code": "416", "label": "自然科学相关工程与技术"}, {"code": "420", "label": "测绘科学技术"},
    {"code": "430", "label": "材料科学"}, {"code": "440", "label": "矿山工程技术"},
    {"code": "450", "label": "冶金工程技术"}, {"code": "460", "label": "机械工程"},
    {"code": "470", "label": "动力与电气工程"}, {"code": "480", "label": "能源科学技术"},
    {"code": "490", "label": "核科学技术"}, {"code": "510", "label": "电子与通信技术"},
    {"code": "520", "label": "计算机科学技术"}, {"code": "530", "label": "化学工程"},
    {"code": "535", "label": "产品应用相关工程与技术"}, {"code": "540", "label": "纺织科学技术"},
    {"code": "550", "label": "食品科学技术"}, {"code": "560", "label": "土木建筑工程"},
    {"code": "570", "label": "水利工程"}, {"code": "580", "label": "交通运输工程"},
    {"code": "590", "label": "航空、航天科学技术"}, {"code": "610", "label": "环境科学技术及资源科学技术", "of": ["环境科学技术"]},
    {"code": "620", "label": "安全科学技术"}, {"code": "630", "label": "管理学"}, {"code": "710", "label": "马克思主义"},
    {"code": "720", "label": "哲学"}, {"code": "730", "label": "宗教学"}, {"code": "740", "label": "语言学"},
    {"code": "750", "label": "文学"}, {"code": "760", "label": "艺术学"}, {"code": "770", "label": "历史学"},
    {"code": "780", "label": "考古学"}, {"code": "790", "label": "经济学"}, {"code": "810", "label": "政治学"},
    {"code": "820", "label": "法学"}, {"code": "830", "label": "军事学"}, {"code": "840", "label": "社会学"},
    {"code": "850", "label": "民族学与文化学"}, {"code": "860", "label": "新闻学与传播学"},
    {"code": "870", "label": "图书馆、情报与文献学"}, {"code": "880", "label": "教育学"},
    {"code": "890", "label": "体育科学"}, {"code": "910", "label": "统计学"}],
  "running": [{"code": "1", "label": "正常", "of": ["good"]}, {"code": "2", "label": "偶有故障", "of": ["occasional"]},
    {"code": "3", "label": "故障频繁", "of": ["frequent"]}, {"code": "4", "label": "待修", "of": ["repair"]},
    {"code": "5", "label": "待报废", "of": ["scrap"]}],
  "share": [{"code": "1", "label": "内部共享", "of": ["inside"]}, {"code": "2", "label": "外部共享", "of": ["outside"]},
    {"code": "3", "label": "不共享", "of": ["none"]}],
  "funding": [{"code": "1", "label": "中央财政资金", "of": ["central"]}, {"code": "2", "label": "地方财政资金", "of": ["local"]},
    {"code": "3", "label": "单位自有资金", "of": ["own"]}, {"code": "4", "label": "其他", "of": ["other"]}]
 },
 "fields": [
  {"code": "orgCode", "label": "单位编码", "kind": "text", "length": 20, "width": 40, "required": true, "hint": "国家平台给本单位的编码，整年相同：请写入年度数据格式的固定值"},
  {"code": "innerId", "label": "所在单位仪器编号", "kind": "text", "length": 50, "width": 100, "required": true, "source": "serialId"},
  {"code": "name", "label": "仪器名称", "kind": "text", "length": 100, "width": 200, "required": true, "source": "name"},
  {"code": "englishName", "label": "英文名称", "kind": "text", "length": 200, "width": 400, "required": true, "source": "englishName"},
  {"code": "belongType", "label": "隶属类型", "kind": "code", "length": 1, "width": 1, "list": "belong", "required": true, "default": "0"},
  {"code": "belongName", "label": "隶属资源名称", "kind": "text", "length": 100, "width": 200, "required": false, "hint": "附属于中心或装置时填写"},
  {"code": "classCode", "label": "分类编码", "kind": "text", "length": 6, "width": 12, "required": true, "exact": true, "shape": "digits", "filler": "lab", "hint": "大类、中类、小类各 2 位，共 6 位数字"},
  {"code": "origin", "label": "仪器来源", "kind": "code", "length": 1, "width": 1, "list": "origin", "required": true, "source": "origin"},
  {"code": "customs", "label": "海关监管", "kind": "code", "length": 1, "width": 1, "list": "yesNo", "required": true, "source": "underCustoms"},
  {"code": "price", "label": "原值（万元）", "kind": "number", "length": 12, "width": 12, "decimals": 2, "required": true, "source": "priceWan"},
  {"code": "country", "label": "产地国别", "kind": "code", "length": 3, "width": 3, "list": "country", "required": true, "source": "country"},
  {"code": "manufacturer", "label": "生产制造商", "kind": "text", "length": 100, "width": 200, "required": true, "source": "manufacturer", "hint": "生产厂家，不是代理商"},
  {"code": "enabledOn", "label": "启用日期", "kind": "day", "length": 10, "width": 10, "required": true, "source": "enabledOn"},
  {"code": "design", "label": "仪器设备类别", "kind": "code", "length": 1, "width": 1, "list": "design", "required": true, "source": "design"},
  {"code": "model", "label": "规格型号", "kind": "text", "length": 100, "width": 200, "required": true, "source": "model"},
  {"code": "indicators", "label": "主要技术指标", "kind": "text", "length": 500, "width": 1000, "required": true, "source": "indicators"},
  {"code": "functions", "label": "主要功能", "kind": "text", "length": 300, "width": 600, "required": true, "source": "functions"},
  {"code": "subjects", "label": "主要学科领域", "kind": "code", "length": 15, "width": 15, "list": "discipline", "required": true, "many": 4, "source": "subjects"},
  {"code": "services", "label": "服务内容", "kind": "text", "length": 200, "width": 400, "required": true, "source": "services"},
  {"code": "results", "label": "服务典型成果", "kind": "text", "length": 500, "width": 1000, "required": false, "source": "results"},
  {"code": "running", "label": "运行状态", "kind": "code", "length": 1, "width": 1, "list": "running", "required": true, "source": "running"},
  {"code": "sharingRules", "label": "对外开放共享规定", "kind": "text", "length": 500, "width": 1000, "required": true, "source": "sharingRules"},
  {"code": "feeNote", "label": "参考收费标准", "kind": "text", "length": 500, "width": 1000, "required": true, "source": "feeNote"},
  {"code": "bookingUrl", "label": "预约服务网址", "kind": "text", "length": 150, "width": 300, "required": true, "shape": "url", "source": "bookingUrl"},
  {"code": "province", "label": "安放地址（省）", "kind": "text", "length": 20, "width": 40, "required": true, "hint": "整年相同时写入年度数据格式的固定值"},
  {"code": "city", "label": "安放地址（市）", "kind": "text", "length": 20, "width": 40, "required": true, "hint": "整年相同时写入年度数据格式的固定值"},
  {"code": "district", "label": "安放地址（区）", "kind": "text", "length": 20, "width": 40, "required": true, "hint": "整年相同时写入年度数据格式的固定值"},
  {"code": "street", "label": "安放地址（街道）", "kind": "text", "length": 100, "width": 200, "required": true, "source": "placeName"},
  {"code": "contact", "label": "联系人", "kind": "text", "length": 50, "width": 100, "required": true, "source": "contactName"},
  {"code": "phone", "label": "联系电话", "kind": "text", "length": 30, "width": 60, "required": true, "shape": "phone", "source": "contactPhone"},
  {"code": "email", "label": "电子邮箱", "kind": "text", "length": 100, "width": 200, "required": true, "shape": "email", "source": "contactEmail"},
  {"code": "address", "label": "通信地址", "kind": "text", "length": 100, "width": 200, "required": true, "source": "postAddress"},
  {"code": "postcode", "label": "邮政编码", "kind": "text", "length": 6, "width": 12, "required": true, "shape": "postcode", "hint": "整年相同时写入年度数据格式的固定值"},
  {"code": "shareMode", "label": "共享模式", "kind": "code", "length": 1, "width": 1, "list": "share", "required": true, "source": "shareMode"},
  {"code": "image", "label": "图片网址", "kind": "text", "length": 200, "width": 400, "required": false, "shape": "url", "source": "imageUrl", "hint": "JPG，不超过 1 MB，外网可以访问"},
  {"code": "yearHours", "label": "年总运行机时", "kind": "number", "length": 10, "width": 10, "decimals": 2, "required": true, "source": "yearHours"},
  {"code": "serviceHours", "label": "年服务机时", "kind": "number", "length": 10, "width": 10, "decimals": 2, "required": true, "source": "yearServiceHours"},
  {"code": "funding", "label": "主要购置经费来源", "kind": "code", "length": 1, "width": 1, "list": "funding", "required": true, "source": "funding"}
 ],
 "rules": [
  {"rule": "needs", "field": "belongName", "when": {"field": "belongType", "is": ["1", "2"]}},
  {"rule": "needsRow", "kind": "customs", "when": {"field": "customs", "is": ["1"]}},
  {"rule": "atLeast", "field": "yearHours", "than": "serviceHours"}
 ]
}$json$),
(2025, 'service', $json${
 "kind": "service",
 "title": "服务记录",
 "note": "字段与长度整理自公开的上报代码，待核实；代码值、未注明长度的字段、编码和文本宽度暂由本平台给定，请按当年的填报说明修改后重新导入",
 "type": "6",
 "scope": {"priceWan": 50, "uses": ["self_operated", "sample_delivery", "unbooked"]},
 "refusesIdentical": true,
 "key": "recordNumber",
 "file": {"encoding": "GBK", "root": "services", "row": "service"},
 "lists": {
  "mode": [{"code": "1", "label": "占用共享", "of": ["occupied"]},
    {"code": "2", "label": "技术共享", "of": ["technical"]},
    {"code": "3", "label": "委托共享", "of": ["entrusted"]}, {"code": "4", "label": "远程共享", "of": ["remote"]},
    {"code": "5", "label": "其他", "of": ["other"]}],
  "funding": [{"code": "A", "label": "国家自然科学基金", "of": ["nsfc"]},
    {"code": "B", "label": "国家社会科学基金", "of": ["nssfc"]},
    {"code": "C", "label": "国家科技计划", "of": ["national"]},
    {"code": "D", "label": "省部级项目", "of": ["provincial"]},
    {"code": "E", "label": "地市级项目", "of": ["municipal"]},
    {"code": "F", "label": "企事业委托", "of": ["entrusted"]},
    {"code": "G", "label": "学校自筹", "of": ["university"]}, {"code": "P", "label": "其他", "of": ["other"]}],
  "discipline": [{"code": "110", "label": "数学"}, {"code": "120", "label": "信息科学与系统科学"}, {"code": "130", "label": "力学"},
    {"code": "140", "label": "物理学"}, {"code": "150", "label": "化学"}, {"code": "160", "label": "天文学"},
    {"code": "170", "label": "地球科学"}, {"code": "180", "label": "生物学"}, {"code": "190", "label": "心理学"},
    {"code": "210", "label": "农学"}, {"code": "220", "label": "林学"}, {"code": "230", "label": "畜牧、兽医科学"},
    {"code": "240", "label": "水产学"}, {"code": "310", "label": "基础医学"}, {"code": "320", "label": "临床医学"},
    {"code": "330", "label": "预防医学与公共卫生学"}, {"code": "340", "label": "军事医学与特种医学"},
    {"code": "350", "label": "药学"}, {"code": "360", "label": "中医学与中药学"},
    {"code": "410", "label": "工程与技术科学基础学科"}, {"code": "413", "label": "信息与系统科学相关工程与技术"},
    {"code": "416", "label": "自然科学相关工程与技术"}, {"code": "420", "label": "测绘科学技术"},
    {"code": "430", "label": "材料科学"}, {"code": "440", "label": "矿山工程技术"},
    {"code": "450", "label": "冶金工程技术"}, {"code": "460", "label": "机械工程"},
    {"code": "470", "label": "动力与电气工程"}, {"code": "480", "label": "能源科学技术"},
    {"code": "490", "label": "核科学技术"}, {"code": "510", "label": "电子与通信技术"},
    {"code": "520", "label": "计算机科学技术"}, {"code": "530", "label": "化学工程"},
    {"code": "535", "label": "产品应用相关工程与技术"}, {"code": "540", "label": "纺织科学技术"},
    {"code": "550", "label": "食品科学技术"}, {"code": "560", "label": "土木建筑工程"},
    {"code": "570", "label": "水利工程"}, {"code": "580", "label": "交通运输工程"},
    {"code": "590", "label": "航空、航天科学技术"}, {"code": "610", "label": "环境科学技术及资源科学技术", "of": ["环境科学技术"]},
    {"code": "620", "label": "安全科学技术"}, {"code": "630", "label": "管理学"}, {"code": "710", "label": "马克思主义"},
    {"code": "720", "label": "哲学"}, {"code": "730", "label": "宗教学"}, {"code": "740", "label": "语言学"},
    {"code": "750", "label": "文学"}, {"code": "760", "label": "艺术学"}, {"code": "770", "label": "历史学"},
    {"code": "780", "label": "考古学"}, {"code": "790", "label": "经济学"}, {"code": "810", "label": "政治学"},
    {"code": "820", "label": "法学"}, {"code": "830", "label": "军事学"}, {"code": "840", "label": "社会学"},
    {"code": "850", "label": "民族学与文化学"}, {"code": "860", "label": "新闻学与传播学"},
    {"code": "870", "label": "图书馆、情报与文献学"}, {"code": "880", "label": "教育学"},
    {"code": "890", "label": "体育科学"}, {"code": "910", "label": "统计学"}],
  "rating": [{"code": "5", "label": "非常满意"}, {"code": "4", "label": "满意"}, {"code": "3", "label": "一般"},
    {"code": "2", "label": "不满意"}, {"code": "1", "label": "极差"}],
  "user": [{"code": "1", "label": "内部", "of": ["dept", "campus"]},
    {"code": "2", "label": "外部", "of": ["school", "company"]}],
  "nature": [{"code": "1", "label": "科学研究", "of": ["research"]}, {"code": "2", "label": "科技开发"},
    {"code": "3", "label": "教学", "of": ["teaching"]},
    {"code": "4", "label": "其他", "of": ["social_service", "unstated"]}],
  "yesNo": [{"code": "1", "label": "是"}, {"code": "0", "label": "否"}]
 },
 "fields": [
  {"code": "innerId", "label": "仪器编号", "kind": "text", "length": 50, "width": 100, "required": true, "source": "deviceSerialId"},
  {"code": "recordNumber", "label": "记录编号", "kind": "text", "length": 50, "width": 100, "required": true, "source": "recordNumber"},
  {"code": "amount", "label": "服务金额（元）", "kind": "number", "length": 12, "width": 12, "decimals": 2, "required": true, "source": "incomeYuan"},
  {"code": "beginAt", "label": "开始时间", "kind": "hour", "length": 13, "width": 13, "required": true, "source": "beginHour"},
  {"code": "endAt", "label": "结束时间", "kind": "hour", "length": 13, "width": 13, "required": true, "source": "endHour"},
  {"code": "content", "label": "服务内容", "kind": "text", "length": 200, "width": 400, "required": true, "source": "purpose"},
  {"code": "mode", "label": "服务方式", "kind": "code", "length": 1, "width": 1, "list": "mode", "required": true, "source": "serviceMode"},
  {"code": "volume", "label": "服务量（机时）", "kind": "number", "length": 10, "width": 10, "decimals": 2, "required": true, "source": "hours"},
  {"code": "samples", "label": "样品数", "kind": "number", "length": 8, "width": 8, "decimals": 0, "required": false, "source": "samples"},
  {"code": "project", "label": "课题名称", "kind": "text", "length": 100, "width": 200, "required": true, "source": "project", "default": "无"},
  {"code": "funding", "label": "课题经费来源", "kind": "code", "length": 1, "width": 1, "list": "funding", "required": false, "source": "fundingSource"},
  {"code": "subjects", "label": "学科领域", "kind": "code", "length": 15, "width": 15, "list": "discipline", "required": true, "many": 4, "source": "disciplines"},
  {"code": "research", "label": "研究内容", "kind": "text", "length": 500, "width": 1000, "required": false, "source": "purpose"},
  {"code": "applicant", "label": "申请人", "kind": "text", "length": 50, "width": 100, "required": true, "source": "userName"},
  {"code": "phone", "label": "电话", "kind": "text", "length": 30, "width": 60, "required": true, "shape": "phone", "source": "userPhone"},
  {"code": "email", "label": "邮箱", "kind": "text", "length": 100, "width": 200, "required": false, "shape": "email", "source": "userEmail"},
  {"code": "organization", "label": "申请人单位", "kind": "text", "length": 100, "width": 200, "required": true, "source": "userOrganization"},
  {"code": "rating", "label": "用户评价", "kind": "code", "length": 1, "width": 1, "list": "rating", "required": false, "source": "rating"},
  {"code": "userType", "label": "用户类型", "kind": "code", "length": 1, "width": 1, "list": "user", "required": true, "source": "tier"},
  {"code": "nature", "label": "服务类型", "kind": "code", "length": 1, "width": 1, "list": "nature", "required": true, "source": "nature"},
  {"code": "inside", "label": "是否单位内使用", "kind": "code", "length": 1, "width": 1, "list": "yesNo", "required": true, "source": "ownDept"},
  {"code": "movedTo", "label": "移动地址", "kind": "text", "length": 100, "width": 200, "required": false},
  {"code": "agreement", "label": "服务协议", "kind": "text", "length": 200, "width": 400, "required": false}
 ],
 "rules": [
  {"rule": "after", "field": "endAt", "than": "beginAt"}
 ]
}$json$),
(2025, 'customs', $json${
 "kind": "customs",
 "title": "海关监管信息",
 "note": "字段与长度整理自公开的上报代码，待核实；代码值、未注明长度的字段、编码和文本宽度暂由本平台给定，请按当年的填报说明修改后重新导入",
 "type": "5",
 "scope": {"priceWan": 50, "uses": []},
 "refusesIdentical": false,
 "key": "innerId",
 "file": {"encoding": "GBK", "root": "customs", "row": "device"},
 "lists": {
  "yesNo": [{"code": "1", "label": "是"}, {"code": "0", "label": "否"}]
 },
 "fields": [
  {"code": "innerId", "label": "仪器编号", "kind": "text", "length": 50, "width": 100, "required": true, "source": "deviceSerialId"},
  {"code": "dutyFreeNumber", "label": "征免税证明编号", "kind": "text", "length": 12, "width": 24, "required": true, "exact": true, "source": "dutyFreeNumber"},
  {"code": "declaration", "label": "进口报关单编号", "kind": "text", "length": 18, "width": 36, "required": true, "exact": true, "shape": "digits"},
  {"code": "contract", "label": "合同号", "kind": "text", "length": 50, "width": 100, "required": true, "source": "contractNumber"},
  {"code": "port", "label": "进口口岸", "kind": "text", "length": 50, "width": 100, "required": true},
  {"code": "customsOffice", "label": "主管海关", "kind": "text", "length": 50, "width": 100, "required": true},
  {"code": "importedOn", "label": "进口日期", "kind": "day", "length": 10, "width": 10, "required": true},
  {"code": "shared", "label": "是否开放共享", "kind": "code", "length": 1, "width": 1, "list": "yesNo", "required": true, "source": "shared"},
  {"code": "feeApproved", "label": "是否批准收费", "kind": "code", "length": 1, "width": 1, "list": "yesNo", "required": true},
  {"code": "hsCode", "label": "HS 编码", "kind": "text", "length": 10, "width": 20, "required": false, "shape": "digits"}
 ],
 "rules": []
}$json$)) as s(year, kind, document);
