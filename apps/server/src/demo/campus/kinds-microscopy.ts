import type { Kind } from './kind.ts'

/** Instruments that make pictures. The first five are those of the cast. */
export const microscopy: readonly Kind[] = [
  {
    name: '场发射扫描电子显微镜', alias: '扫描电镜、SEM、FE-SEM', english: 'Field Emission Scanning Electron Microscope', category: '0101', drawing: 'column',
    makers: [['JSM-7800F', '日本电子株式会社', '日本'], ['Sigma 300', '卡尔蔡司公司', '德国'], ['Regulus 8100', '日立高新技术公司', '日本']],
    price: [180, 420], charge: { hour: 200 }, ways: 'self',
    functions: '固体材料表面与断口的微观形貌观察，配合能谱仪进行微区成分定性、半定量分析和元素面分布分析。',
    indicators: '分辨率 0.8 nm（15 kV）、1.2 nm（1 kV）；加速电压 0.01–30 kV；放大倍数 25–1,000,000 倍；能谱分辨率优于 127 eV。',
  },
  {
    name: '场发射透射电子显微镜', alias: '透射电镜、TEM、HRTEM', english: 'Field Emission Transmission Electron Microscope', category: '0101', drawing: 'column',
    makers: [['JEM-F200', '日本电子株式会社', '日本'], ['Talos F200X', '赛默飞世尔科技公司', '美国'], ['HF5000', '日立高新技术公司', '日本']],
    price: [480, 1200], charge: { sample: 300 }, ways: 'samples',
    functions: '材料微观形貌、晶体结构与缺陷的高分辨观察，选区电子衍射，STEM-EDS 纳米尺度元素分布分析。',
    indicators: '点分辨率 0.23 nm，信息分辨率 0.11 nm；加速电压 200 kV；STEM 分辨率 0.16 nm；能谱固体角 0.9 sr。',
  },
  {
    name: '激光扫描共聚焦显微镜', alias: '共聚焦、CLSM', english: 'Confocal Laser Scanning Microscope', category: '0108', drawing: 'microscope',
    makers: [['LSM 980', '卡尔蔡司公司', '德国'], ['STELLARIS 5', '徕卡显微系统公司', '德国'], ['FV3000', '奥林巴斯株式会社', '日本']],
    price: [180, 420], charge: { hour: 160 }, ways: 'both', seats: 3,
    functions: '细胞与组织多色荧光成像、三维重构、活细胞长时间动态观察、FRAP 与 FRET 分析。',
    indicators: '激光器 405/488/561/640 nm；扫描分辨率 8192×8192；检测器 GaAsP 3 通道；平面分辨率 120 nm（Airyscan）。',
  },
  {
    name: '聚焦离子束-电子束双束系统', alias: '双束电镜、FIB、FIB-SEM', english: 'Focused Ion Beam–Scanning Electron Microscope', category: '0101', drawing: 'column',
    makers: [['Helios 5 UX', '赛默飞世尔科技公司', '美国'], ['Crossbeam 550', '卡尔蔡司公司', '德国']],
    price: [650, 1300], charge: { hour: 600 }, ways: 'both', trained: true,
    functions: '透射样品定点制备、截面加工与观察、三维重构、微纳结构直写加工。',
    indicators: '电子束分辨率 0.6 nm；离子束分辨率 2.5 nm（30 kV）；离子束流 1 pA–100 nA；配气体注入与纳米操纵手。',
  },
  {
    name: '原子力显微镜', alias: 'AFM、扫描探针', english: 'Atomic Force Microscope', category: '0108', drawing: 'probe',
    makers: [['Dimension Icon', '布鲁克公司', '美国'], ['MFP-3D', '牛津仪器公司', '英国'], ['NX10', '帕克原子力公司', '韩国']],
    price: [120, 320], charge: { hour: 150 }, ways: 'both', trained: true,
    functions: '材料表面三维形貌与粗糙度测量，表面电势、磁畴、压电响应与纳米力学性能分析。',
    indicators: 'X-Y 扫描范围 90 μm，Z 范围 10 μm；Z 向噪声小于 30 pm；针尖样品温控 −35–250 ℃。',
  },
  {
    name: '扫描电子显微镜', alias: '钨灯丝扫描电镜、SEM', english: 'Scanning Electron Microscope', category: '0101', drawing: 'column',
    makers: [['JSM-IT500', '日本电子株式会社', '日本'], ['EVO 18', '卡尔蔡司公司', '德国'], ['EM6900', '北京中科科仪股份有限公司', '中国']],
    price: [60, 160], charge: { hour: 100 }, ways: 'self', trained: true,
    functions: '常规样品微观形貌观察，低真空模式可直接观察不导电样品与含水样品。',
    indicators: '分辨率 3.0 nm（30 kV）；放大倍数 5–300,000 倍；低真空 10–650 Pa；最大样品直径 200 mm。',
  },
  {
    name: '冷冻透射电子显微镜', alias: '冷冻电镜、Cryo-EM', english: 'Cryo Transmission Electron Microscope', category: '0101', drawing: 'column',
    makers: [['Glacios 2', '赛默飞世尔科技公司', '美国'], ['CRYO ARM 200', '日本电子株式会社', '日本']],
    price: [1500, 3200], charge: { hour: 800 }, ways: 'samples', trained: true,
    functions: '生物大分子与复合体近生理状态下的高分辨结构解析，单颗粒分析与断层成像。',
    indicators: '加速电压 200 kV；单颗粒分辨率优于 3 Å；自动上样 12 个；配直接电子探测器。',
  },
  {
    name: '超高分辨率显微镜', alias: '超分辨显微镜、SIM、STED', english: 'Super-Resolution Microscope', category: '0108', drawing: 'microscope',
    makers: [['Elyra 7', '卡尔蔡司公司', '德国'], ['N-SIM S', '尼康株式会社', '日本']],
    price: [320, 680], charge: { hour: 260 }, ways: 'self', trained: true,
    functions: '突破衍射极限的亚细胞结构成像，活细胞超分辨动态观察。',
    indicators: 'XY 分辨率 60 nm，Z 分辨率 200 nm；成像速度 255 帧/秒；激光器 4 路。',
  },
  {
    name: '双光子激光扫描显微镜', alias: '双光子显微镜', english: 'Two-Photon Microscope', category: '0108', drawing: 'microscope',
    makers: [['FVMPE-RS', '奥林巴斯株式会社', '日本'], ['Ultima 2Pplus', '布鲁克公司', '美国']],
    price: [350, 620], charge: { hour: 300 }, ways: 'self', trained: true,
    functions: '厚组织与活体动物深层荧光成像，神经活动与血流动态观察。',
    indicators: '飞秒激光 680–1300 nm；成像深度 1 mm；共振扫描 30 帧/秒（512×512）。',
  },
  {
    name: '倒置荧光显微镜', alias: '荧光显微镜', english: 'Inverted Fluorescence Microscope', category: '0108', drawing: 'microscope',
    makers: [['Eclipse Ti2-E', '尼康株式会社', '日本'], ['DMi8', '徕卡显微系统公司', '德国'], ['MF53-N', '广州明美光电技术有限公司', '中国']],
    price: [25, 90], charge: { hour: 60 }, ways: 'self', seats: 2,
    functions: '细胞形态、荧光标记观察与拍照，活细胞延时摄影。',
    indicators: '物镜 4×–100×；荧光通道 5 个；电动载物台与完美对焦；sCMOS 相机 420 万像素。',
  },
  {
    name: '金相显微镜', alias: '金相', english: 'Metallographic Microscope', category: '0108', drawing: 'microscope',
    makers: [['Axio Imager A2m', '卡尔蔡司公司', '德国'], ['DM2700M', '徕卡显微系统公司', '德国']],
    price: [18, 60], charge: { hour: 40 }, ways: 'self', seats: 4,
    functions: '金属与陶瓷材料显微组织观察、晶粒度评级、夹杂物分析与定量金相。',
    indicators: '放大倍数 50–1000 倍；明场、暗场、偏光、微分干涉；图像分析软件。',
  },
  {
    name: '白光干涉三维轮廓仪', alias: '光学轮廓仪、白光干涉仪', english: 'White Light Interferometric Profiler', category: '0203', drawing: 'microscope',
    makers: [['NewView 9000', '翟柯公司', '美国'], ['ContourX-500', '布鲁克公司', '美国'], ['SuperView W1', '深圳市中图仪器股份有限公司', '中国']],
    price: [70, 180], charge: { hour: 120 }, ways: 'both',
    functions: '表面三维形貌、粗糙度、台阶高度与薄膜厚度的非接触测量。',
    indicators: '垂直分辨率 0.1 nm；台阶重复性 0.1 %；垂直扫描范围 20 mm；拼接测量。',
  },
]
