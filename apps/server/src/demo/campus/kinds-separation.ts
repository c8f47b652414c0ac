import type { Kind } from './kind.ts'

/** Chromatographs and mass spectrometers. */
export const separation: readonly Kind[] = [
  {
    name: '液相色谱-三重四极杆质谱联用仪', alias: '液质、LC-MS、三重四极杆', english: 'LC-MS/MS Triple Quadrupole', category: '0102', drawing: 'stack',
    makers: [['QTRAP 6500+', '爱博才思公司', '新加坡'], ['TSQ Altis', '赛默飞世尔科技公司', '美国'], ['LCMS-8060', '岛津公司', '日本']],
    price: [220, 460], charge: { sample: 150 }, ways: 'samples',
    functions: '复杂基质中药物、代谢物与农兽药残留的高灵敏度定量分析。',
    indicators: '质量范围 5–2000 m/z；灵敏度 1 pg 利血平信噪比 500,000:1；极性切换 5 ms。',
  },
  {
    name: '静电场轨道阱高分辨质谱仪', alias: '高分辨质谱、Orbitrap', english: 'Orbitrap High Resolution Mass Spectrometer', category: '0102', drawing: 'mass',
    makers: [['Orbitrap Exploris 480', '赛默飞世尔科技公司', '德国'], ['Q Exactive Plus', '赛默飞世尔科技公司', '德国']],
    price: [420, 780], charge: { sample: 400 }, ways: 'samples',
    functions: '蛋白质组学、代谢组学与未知化合物鉴定，精确分子量测定。',
    indicators: '分辨率 480,000（m/z 200）；质量精度小于 1 ppm；扫描速度 40 Hz。',
  },
  {
    name: '基质辅助激光解吸电离飞行时间质谱仪', alias: 'MALDI-TOF、质谱', english: 'MALDI-TOF Mass Spectrometer', category: '0102', drawing: 'mass',
    makers: [['ultrafleXtreme', '布鲁克公司', '德国'], ['AXIMA Performance', '岛津公司', '日本']],
    price: [240, 420], charge: { sample: 100 }, ways: 'both', trained: true,
    functions: '蛋白质、多肽与合成高分子的分子量测定与质谱成像。',
    indicators: '质量范围 500–500,000 Da；分辨率 40,000；激光频率 2 kHz。',
  },
  {
    name: '气相色谱-质谱联用仪', alias: '气质、GC-MS', english: 'Gas Chromatography–Mass Spectrometer', category: '0102', drawing: 'stack',
    makers: [['8890-5977B', '安捷伦科技公司', '美国'], ['GCMS-QP2020 NX', '岛津公司', '日本'], ['EXPEC 3700', '聚光科技（杭州）股份有限公司', '中国']],
    price: [60, 180], charge: { sample: 80 }, ways: 'both',
    functions: '挥发性与半挥发性有机物的定性定量分析，谱库检索。',
    indicators: '质量范围 1.6–1050 amu；EI 源灵敏度 1 pg OFN 信噪比 1500:1；自动进样 150 位。',
  },
  {
    name: '电感耦合等离子体质谱仪', alias: 'ICP-MS、质谱', english: 'Inductively Coupled Plasma Mass Spectrometer', category: '0102', drawing: 'mass',
    makers: [['7900 ICP-MS', '安捷伦科技公司', '美国'], ['NexION 2000', '珀金埃尔默公司', '美国']],
    price: [120, 260], charge: { sample: 120 }, ways: 'samples',
    functions: '超痕量元素与同位素比值分析，单颗粒与激光剥蚀联用。',
    indicators: '检出限 ppt 级；氧化物产率小于 1.5 %；质量范围 2–260 amu。',
  },
  {
    name: '稳定同位素比质谱仪', alias: '同位素质谱、IRMS', english: 'Stable Isotope Ratio Mass Spectrometer', category: '0102', drawing: 'mass',
    makers: [['MAT 253 Plus', '赛默飞世尔科技公司', '德国']],
    price: [280, 460], charge: { sample: 160 }, ways: 'samples',
    functions: '碳、氮、氧、氢、硫稳定同位素比值测定，生态与地球化学示踪。',
    indicators: 'δ¹³C 精度 0.06 ‰；δ¹⁵N 精度 0.06 ‰；配元素分析与气相接口。',
  },
  {
    name: '高效液相色谱仪', alias: '液相、HPLC', english: 'High Performance Liquid Chromatograph', category: '0105', drawing: 'stack',
    makers: [['1260 Infinity II', '安捷伦科技公司', '美国'], ['LC-20AT', '岛津公司', '日本'], ['LC-5090', '浙江福立分析仪器股份有限公司', '中国']],
    price: [18, 60], charge: { hour: 40 }, ways: 'self', seats: 2,
    functions: '有机化合物、药物与天然产物的分离与定量分析。',
    indicators: '流速 0.001–10 mL/min；压力 600 bar；紫外、示差与荧光检测器；自动进样 132 位。',
  },
  {
    name: '气相色谱仪', alias: '气相、GC', english: 'Gas Chromatograph', category: '0105', drawing: 'stack',
    makers: [['8890', '安捷伦科技公司', '美国'], ['GC-2030', '岛津公司', '日本'], ['GC9790Plus', '浙江福立分析仪器股份有限公司', '中国']],
    price: [12, 50], charge: { hour: 35 }, ways: 'self',
    functions: '气体与挥发性有机物的分离定量分析，催化反应产物在线检测。',
    indicators: '柱箱温度 450 ℃；FID、TCD、ECD 检测器；FID 检出限 1.2 pg C/s。',
  },
  {
    name: '离子色谱仪', alias: '离子色谱、IC', english: 'Ion Chromatograph', category: '0105', drawing: 'stack',
    makers: [['ICS-6000', '赛默飞世尔科技公司', '美国'], ['940 Professional', '瑞士万通公司', '瑞士'], ['CIC-D160', '青岛盛瀚色谱技术有限公司', '中国']],
    price: [20, 70], charge: { sample: 40 }, ways: 'both',
    functions: '水体、大气颗粒物与食品中阴阳离子的定性定量分析。',
    indicators: '流速 0.001–10 mL/min；电导检测分辨率 0.002 nS/cm；阴阳离子双系统。',
  },
  {
    name: '凝胶渗透色谱仪', alias: 'GPC、SEC', english: 'Gel Permeation Chromatograph', category: '0105', drawing: 'stack',
    makers: [['1260 GPC/SEC', '安捷伦科技公司', '美国'], ['e2695', '沃特世公司', '美国']],
    price: [40, 120], charge: { sample: 100 }, ways: 'samples',
    functions: '高分子材料分子量及其分布测定，四氢呋喃、DMF 与水相体系。',
    indicators: '分子量范围 500–10,000,000；示差、黏度与多角度光散射检测器。',
  },
  {
    name: '有机元素分析仪', alias: '元素分析、EA', english: 'Organic Elemental Analyzer', category: '0111', drawing: 'bench',
    makers: [['UNICUBE', '艾力蒙塔公司', '德国'], ['FlashSmart', '赛默飞世尔科技公司', '美国']],
    price: [45, 95], charge: { sample: 70 }, ways: 'samples',
    functions: '有机物与无机样品中碳、氢、氮、硫、氧含量测定。',
    indicators: '精度 0.1 %；样品量 0.02–800 mg；自动进样 120 位。',
  },
  {
    name: '总有机碳分析仪', alias: 'TOC', english: 'Total Organic Carbon Analyzer', category: '0111', drawing: 'bench',
    makers: [['TOC-L CPH', '岛津公司', '日本'], ['vario TOC cube', '艾力蒙塔公司', '德国']],
    price: [25, 60], charge: { sample: 35 }, ways: 'both',
    functions: '水样与固体样品中总碳、无机碳、有机碳与总氮测定。',
    indicators: '测量范围 4 μg/L–30,000 mg/L；重复性 CV 小于 1.5 %。',
  },
]
