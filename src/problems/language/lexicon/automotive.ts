import type { LeafLanguage } from '../leaf-language.ts';

export const automotive: readonly LeafLanguage[] = [
  {
    leaf: 'Car Seat Covers',
    needs: [
      'something to hide the worn upholstery in my vehicle',
      'something to pull over the chairs of my sedan',
      'something to shield the upholstery of my ride from spills and paws',
      'what people slip over the places where they sit while driving',
      'something that makes the inside of my old vehicle look less shabby where we sit',
      'fresh dressing for the chairs in the family vehicle',
    ],
    names: [
      'a sleeve for the upholstery of a vehicle',
      'a jacket for the chairs in a vehicle',
      'a vehicle chair wrap',
      'a slip-over dressing for vehicle upholstery',
    ],
    occasions: [
      'My brother spilled iced tea all over the passenger side.',
      'We just bought a second-hand sedan from an uncle.',
      'The dog comes along on every weekend trip.',
      'My husband has started driving passengers around in the evenings.',
      'Ten years of school runs have left their marks.',
    ],
    says: {
      cover_material: {
        'pu leather': ['be plain plastic imitation hide', 'be ordinary faux hide'],
        'german leatherette': [
          'be the better imitation hide that makers in Berlin or Munich use',
          'be thicker faux hide in the style of Stuttgart taxis',
        ],
        'nappa leather': ['be buttery soft hide like in a luxury sedan', 'be the finest and softest hide'],
        'ice silk': ['feel cool and slippery on hot days', 'be the smooth fabric that stays chilly in summer'],
        linen: ['be woven from flax', 'be made of the same natural cloth as summer suits'],
        neoprene: ['be made of wetsuit stuff', 'be the rubbery foam that divers wear'],
        'polyester mesh': ['be an airy synthetic net', 'be full of tiny holes like a sports jersey'],
        suede: ['feel like the fuzzy side of hide', 'be brushed hide with a nap'],
        velour: ['feel like velvet', 'be plush as a theatre curtain'],
        'pu leather | german leatherette | nappa leather': ['be hide or look like it', 'be wiped down like a handbag'],
      },
      seat_coverage: {
        'front pair only': ['do just the two places up ahead', 'leave the back row as it is'],
        'rear bench only': ['be meant for the back row alone', 'dress where the children ride and nothing else'],
        '5-seater full set': ['dress a whole ordinary sedan', 'do both rows and no third one'],
        '7-seater full set': ['dress all three rows of a people carrier', 'be enough for a big family van'],
        'driver seat only': ['be just for the person at the wheel', 'do a single place'],
        '5-seater full set | 7-seater full set': ['do every place in the vehicle at once', 'leave no place bare'],
      },
      fit_type: {
        universal: ['go on practically any model', 'go along with whatever make I drive'],
        'semi custom': [
          'be roughly shaped for my model without being made to measure',
          'follow the shape of my model loosely',
        ],
        'custom tailored': ['be cut exactly for my model', 'be made to measure'],
        'slip-on cushion': ['simply be laid on top like a pad', 'work as a loose pad to sit on'],
      },
      side_airbag_opening: {
        'yes | tear-away seam | hook and loop flap': [
          'let the bags in the sides inflate in a crash',
          'leave the crash bags room to burst out',
        ],
        no: ['be closed along the flanks', 'have no gap for inflating bags'],
        'tear-away seam': [
          'have stitching at the flank that rips in a crash',
          'have a weak thread that gives way in an accident',
        ],
        'hook and loop flap': ['have a velcro tab at the flank', 'open at the flank with a ripping sound'],
      },
      headrest_covers: {
        none: ['leave the head supports bare', 'bring nothing for where the head leans'],
        '2 pieces': ['include a pair of sleeves for the head supports', 'do two head supports separately'],
        '4 pieces': ['include four sleeves for the head supports'],
        '5 pieces': ['include five sleeves for the head supports'],
        'built into cover': ['wrap back and head support in one go', 'have no separate part for the head'],
        '2 pieces | 4 pieces | 5 pieces': ['bring separate sleeves for the head supports'],
      },
      variation: {
        'standard set': ['come without any extras', 'be the basic version with nothing thrown in'],
        'with neck pillows | with pillows and steering wheel cover': [
          'throw in something soft to lean the neck on',
          'bring little rests for tired necks',
        ],
        'with steering wheel cover | with pillows and steering wheel cover': [
          'throw in a sleeve for the wheel',
          'bring something to wrap around the wheel',
        ],
        'with pillows and steering wheel cover': ['bring neck rests as well as something to grip while driving'],
      },
    },
    avoids: {
      cover_material: {
        velour: ['be anything but velvety'],
        'ice silk': ['stay clear of slippery summer fabric'],
        suede: ['be anything but napped and fuzzy'],
      },
      fit_type: { 'slip-on cushion': ['be more than a loose pad'] },
      headrest_covers: { none: ['include the head supports somehow'] },
    },
    measures: {
      padding_thickness: {
        least: ['be padded … or thicker'],
        most: ['be padded no thicker than …'],
        about: ['have around … of padding'],
      },
    },
  },
  {
    leaf: 'Motorcycle Helmets',
    needs: [
      'something to protect my head on a scooter with an engine',
      'what the law wants on my head when I take the scooter',
      'head protection for someone on two wheels with an engine',
      'something to keep my skull safe at highway speed on two wheels',
      'what a passenger on the back of a scooter should wear on the head',
      'the hard shell bikers put on before they start the engine',
    ],
    names: ['a crash hat for a biker', 'a hard hat for the scooter', 'head armour for the highway on two wheels'],
    occasions: [
      'My cousin starts delivering parcels on two wheels next week.',
      'My old one hit the pavement last month.',
      'My daughter will be riding pillion to college.',
      'The checkpoint officer let me off with a warning.',
      'We plan a loop around the island on two wheels.',
    ],
    says: {
      helmet_type: {
        'full face': ['enclose the whole head with a fixed chin bar', 'be one solid piece from crown to jaw'],
        modular: ['have a chin bar that flips up', 'let me lift the whole jaw part at a stop'],
        'half face | open face': [
          'leave the chin and mouth uncovered yet have a proper shell',
          'leave my mouth free for a sandwich but protect the ears',
        ],
        motocross: [
          'have a peak and room for goggles like dirt racers use',
          'be what riders wear on jumps and mud tracks',
        ],
        'dual sport': ['have both peak and shield for tarmac and dirt alike'],
        nutshell: ['be the tiny bowl that just sits on top of the skull', 'be as skimpy as they get'],
        'full face | modular | motocross | dual sport': ['guard the jaw too', 'have something solid around the chin'],
      },
      safety_standard: {
        'ps icc | ps icc and dot': ['carry the Philippine sticker', 'have the seal a Manila checkpoint looks for'],
        'ece 22.05 | ece 22.06': ['be approved under the European rules', 'be legal in Germany and France'],
        'dot fmvss 218 | ps icc and dot': ['satisfy the American road authority', 'be legal in California'],
        'snell m2020': [
          'pass the strict private test that racers trust',
          'carry the foundation label from the racetrack',
        ],
        'ps icc and dot': ['be approved both in Manila and in Washington'],
        'ece 22.06': ['pass the newest European test'],
      },
      shell_material: {
        abs: ['be made purely of toy brick plastic'],
        polycarbonate: ['be pure shatterproof plastic like safety goggles', 'be made of riot shield plastic alone'],
        'fiberglass composite': ['have an outside of glass strands in resin', 'be made like a surfboard or small boat'],
        'carbon fiber': ['have the black woven outside of race machines', 'be made of what race yachts are made of'],
        'abs polycarbonate blend': ['have an outside mixed from two plastics'],
        'fiberglass composite | carbon fiber': ['be built from woven strands rather than plain plastic'],
      },
      visor_type: {
        clear: ['have a see-through shield without any tint', 'be good to look through at night'],
        smoke: ['have a shield tinted grey', 'look out through something like sunglasses'],
        'iridium blue': ['have a shield mirrored like the sea'],
        'iridium gold': ['have a shield with a yellow mirror shine'],
        photochromic: ['have a shield that darkens in sunshine by itself', 'adjust its tint to the daylight'],
        'dual visor': ['have a second shield that drops down inside', 'hide sunglasses inside that slide down'],
        'anti-fog insert ready': [
          'have pins for a lens that stops misting up',
          'accept the add-on that keeps breath from clouding the view',
        ],
        'iridium blue | iridium gold': ['hide my eyes behind a coloured mirror'],
      },
      buckle_type: {
        'micrometric ratchet': [
          'fasten with a toothed strap that clicks tighter step by step',
          'zip tight notch by notch',
        ],
        'double d-ring': ['fasten by threading the strap through two loops', 'close the way racers insist on'],
        'quick release': ['open with one press of a simple clip', 'unclip like a backpack'],
        magnetic: ['snap shut under the chin by attraction', 'find its own catch as if by itself'],
      },
      ventilation_ports: {
        none: ['have no air holes at all', 'be sealed against the wind'],
        '2 vents': ['have a single pair of air holes'],
        '4 vents': ['have two pairs of air holes'],
        '6 vents': ['have three pairs of air holes'],
        '8 vents': ['have four pairs of air holes'],
        '6 vents | 8 vents': ['let plenty of air through'],
      },
      size: {
        's 55-56 cm': ['suit a rather little head of 55 centimetres around', 'go on a 56 centimetre head'],
        'm 57-58 cm': ['suit a head of 57 centimetres around', 'go on a 58 centimetre head'],
        'l 59-60 cm': ['suit a head of 59 centimetres around', 'go on a 60 centimetre head'],
        'xl 61-62 cm': ['suit a head of 61 centimetres around', 'go on a 62 centimetre head'],
        'xxl 63-64 cm': ['suit a huge head of 63 centimetres around', 'go on a 64 centimetre head'],
        'free size': ['suit more or less everybody', 'come in one for all'],
      },
    },
    avoids: {
      helmet_type: { nutshell: ['be more than a little bowl on top'], motocross: ['look nothing like dirt race gear'] },
      visor_type: { smoke: ['stay clear of a grey tint before the eyes'] },
      buckle_type: { 'double d-ring': ['close without fiddling through two loops'] },
    },
    measures: {
      helmet_weight: {
        least: ['weigh … or more'],
        most: ['put no more than … on my neck'],
        about: ['weigh roughly …'],
      },
    },
  },
  {
    leaf: 'Dash Cameras',
    needs: [
      'something that films the road while I am at the wheel',
      'an eye behind the windscreen in case somebody hits me',
      'something to prove who caused the crash',
      'what taxi owners stick to the windscreen to film traffic',
      'something that keeps footage of every trip I make in my vehicle',
      'a witness on video for when another motorist cuts me off',
    ],
    names: [
      'a windscreen video witness',
      'a black box that films the traffic',
      'a gadget that films my trips on the road',
    ],
    occasions: [
      'Somebody scraped our bumper and denied it.',
      'My son has just got his licence.',
      'My insurer asked for proof I did not have.',
      'My father drives strangers around the city at night.',
      'Traffic on our way to work is getting wilder.',
    ],
    says: {
      video_resolution: {
        '720p': ['film in the most basic high definition', 'save space with the coarsest picture on offer'],
        '1080p': ['film in ordinary full high definition', 'have the picture of a normal television'],
        '1296p': ['film a notch above full high definition but below two thousand dots'],
        '1440p 2k': ['film in quad high definition'],
        '2160p 4k': [
          'film in ultra high definition',
          'film as sharply as the best televisions show',
          'have the finest picture on offer',
        ],
        '1440p 2k | 2160p 4k': ['be sharp enough to read far away number plates'],
      },
      channel_count: {
        'front only': ['look ahead and nowhere else', 'have a single eye'],
        'front and rear': [
          'look ahead and behind but not inside',
          'have two eyes for the traffic and none for the passengers',
        ],
        'front and cabin': [
          'look ahead and at the passengers but not behind',
          'have one eye for the road and one for the fares',
        ],
        'front cabin and rear': ['look ahead and behind and at the passengers', 'have three eyes'],
        'front and rear | front cabin and rear': ['also catch someone bumping into me from behind'],
        'front and cabin | front cabin and rear': ['also watch what passengers do'],
      },
      screen_size: {
        'no screen': ['have nothing to watch on and just a lens', 'be watched on my phone because it has no display'],
        '10 inch mirror': ['replace the rear-view glass with a ten inch display'],
        '12 inch mirror': ['replace the rear-view glass with a twelve inch display'],
        '10 inch mirror | 12 inch mirror': [
          'take the place of the rear-view glass',
          'strap over the glass I look back with',
        ],
      },
      gps_function: {
        none: ['do without any positioning', 'be blind to location'],
        'built-in': ['note my position by satellite without any add-on', 'find satellites all by itself'],
        'external module': ['get my position from a separate little box', 'use a plug-in puck to find satellites'],
        'via phone app': ['borrow my position from the mobile', 'lean on the mobile for location'],
        'built-in | external module | via phone app': ['keep track of where I was'],
      },
      power_backup: {
        supercapacitor: [
          'bridge a power cut without any cell that could swell',
          'stand heat because it has no lithium inside',
        ],
        'no backup': ['go dark at once when the engine is off', 'have nothing to bridge a power cut'],
        '180 mah battery': ['have only a tiny cell inside of 180 milliampere hours'],
        '300 mah battery': ['have a cell inside of 300 milliampere hours'],
        '500 mah battery': ['have a cell inside of 500 milliampere hours'],
        '180 mah battery | 300 mah battery | 500 mah battery': [
          'run on a cell for a moment when unplugged',
          'have a small lithium reserve inside',
        ],
      },
      image_sensor: {
        '1/2.7 inch cmos | 1/2.8 inch cmos | 1/3 inch cmos': ['have a plain chip named only by its size'],
        'starlight cmos': ['have the chip that is named after the night sky'],
        'f1.6 low light cmos': ['have a bright f-number lens for dark streets'],
        'starlight cmos | f1.6 low light cmos': ['see well in the dark', 'be good on unlit provincial roads'],
      },
      memory_card: {
        'no card': ['come with nothing to save on because I own that already', 'leave the storage to me'],
      },
      variation: {
        'camera only': ['come without any fitting extras', 'be just the thing itself'],
        'with hardwire kit | with hardwire kit and cpl filter': [
          'bring the cables for tapping the fuse box',
          'draw power straight from the fuses',
        ],
        'with extra mount': ['bring a second holder', 'let me move it between two vehicles'],
        'with hardwire kit and cpl filter': ['bring fuse box cables plus a glass against reflections'],
      },
    },
    avoids: {
      screen_size: { 'no screen': ['be more than a bare lens'] },
      power_backup: { 'no backup': ['survive a moment without the plug'] },
      video_resolution: { '720p': ['film better than the most basic definition'] },
    },
    measures: {
      field_of_view: {
        least: ['take in … of the road or more'],
        most: ['see no wider than …'],
        about: ['see an angle of about …'],
      },
      screen_size: {
        least: ['have a display of … or bigger'],
        most: ['have a display no bigger than …'],
        about: ['have a display of roughly …'],
      },
      memory_card: {
        least: ['include … or more to save footage on'],
        most: ['include no more than … to save footage on'],
        about: ['include just about … to save footage on'],
      },
    },
  },
  {
    leaf: 'Engine Oil',
    needs: [
      'what the mechanic pours under the hood every few thousand kilometres',
      'something slick to keep the pistons moving',
      'what I should top up when the dipstick reads low',
      'the stuff that gets drained and replaced at every service of my ride',
      'something to fill the crankcase with',
      'fresh slippery stuff for the crankcase',
    ],
    names: ['a fluid for the crankcase', 'a slick fluid for pistons', 'the stuff measured with the dipstick'],
    occasions: [
      'The dipstick came out nearly dry this morning.',
      'I want to do the next service myself.',
      'My brother-in-law runs a small repair shop.',
      'The red lamp on the dashboard flickered yesterday.',
      'We drive to the province and back every weekend.',
    ],
    says: {
      viscosity_grade: {
        'sae 0w-20': ['be the very thinnest kind there is', 'be as runny as modern hybrids want'],
        'sae 5w-30 | sae 5w-40': ['start with a five on the winter side'],
        'sae 10w-30 | sae 10w-40': ['start with a ten on the winter side'],
        'sae 15w-40': ['start with a fifteen on the winter side'],
        'sae 20w-50': [
          'be the thick kind for worn machines with twenty and fifty',
          'be honey-like for old tired machines',
        ],
        'sae 40': ['be the old kind with a single number', 'have no winter number at all'],
        'sae 5w-40 | sae 10w-40 | sae 15w-40': ['be a forty when hot and still rated for winter'],
        'sae 5w-30 | sae 10w-30': ['be a thirty when hot'],
      },
      oil_base: {
        mineral: ['be the simple kind refined straight from crude', 'be the traditional cheap kind'],
        'semi synthetic': ['be half lab made', 'be fifty-fifty between crude and lab'],
        'fully synthetic': ['be entirely lab made in the common way'],
        'ester synthetic': ['be the lab made racing kind with fruity chemistry', 'be what racing teams swear by'],
        'synthetic blend': ['be a mixture of lab made and other stock'],
        'fully synthetic | ester synthetic': ['contain nothing refined straight from crude'],
      },
      api_service: {
        'api sl | api sm | api sn | api sp': ['have an American petrol class that begins with S'],
        'api cf-4 | api ci-4 | api ck-4': ['have an American truck class that begins with C'],
        'api sp': ['meet the newest American petrol class'],
        'api ck-4': ['meet the newest American truck class'],
      },
      jaso_rating: {
        'not rated': ['carry no Japanese class', 'mean nothing to Japanese testers'],
        'jaso ma | jaso ma2': [
          'be good for a wet clutch by Japanese rules',
          'keep a manual bike clutch from slipping by Japanese rules',
        ],
        'jaso mb': ['carry the Japanese low friction class for twist-and-go'],
        'jaso dh-1': ['carry the Japanese class for heavy trucks', 'satisfy Japanese lorry makers'],
        'jaso ma2': ['carry the higher of the two Japanese wet clutch classes'],
      },
      engine_fit: {
        gasoline: ['be for four wheels on petrol alone', 'suit an unleaded sedan and nothing else'],
        diesel: ['be for trucks and pickups that smoke black and nothing else', 'suit a jeepney but no petrol sedan'],
        'gasoline and diesel': [
          'suit four wheels whichever pump they visit',
          'be shared between the petrol sedan and the pickup',
        ],
        '4-stroke motorcycle': ['suit a bike with gears and four strokes', 'suit a bike with a clutch lever'],
        'automatic scooter': ['suit a twist-and-go on two wheels', 'suit two wheels without a clutch lever'],
        '4-stroke motorcycle | automatic scooter': ['be for two wheels', 'be nothing for four wheels'],
      },
      capacity: { '18 l pail': ['come as a whole bucket for a workshop', 'be the big container garages buy'] },
      bundle: {
        'oil only': ['come with nothing else in the deal', 'be just the fluid'],
        'with oil filter | with filter and washer': [
          'include the part that catches the dirt',
          'bring a fresh strainer to screw on',
        ],
        'with gear oil': ['include some for the transmission too', 'bring a tube for the final drive'],
        'with flushing oil': [
          'include something to rinse out the old sludge first',
          'bring a cleaning fluid to run through beforehand',
        ],
        'with filter and washer': ['include the dirt catcher along with a ring for the drain plug'],
      },
    },
    avoids: {
      oil_base: { mineral: ['be anything but refined straight from crude'] },
      viscosity_grade: {
        'sae 40': ['be more modern than the single number kind'],
        'sae 20w-50': ['be thinner than twenty and fifty'],
      },
      bundle: { 'with flushing oil': ['leave out the sludge rinse'] },
    },
    measures: {
      change_interval: {
        least: ['be good for … or more before the next service'],
        most: ['be meant to stay in no longer than …'],
        about: ['be good for roughly … until it gets drained'],
      },
      capacity: {
        least: ['give me … or more to pour'],
        most: ['give me … to pour and not more'],
        about: ['give me just about … to pour'],
      },
    },
  },
  {
    leaf: 'Car Vacuum Cleaners',
    needs: [
      'something small to suck the crumbs out of my vehicle',
      'something to get sand off the floor mats after the beach drive',
      'what I keep in the trunk to suck up dog hair after the ride',
      'a little sucker for the inside of my vehicle',
      'something to hoover under the child seat in the back',
      'something light to hoover the dashboard and the floor of my van',
    ],
    names: [
      'a small hoover for the vehicle',
      'a little dust sucker for the trunk',
      'a one-hand hoover for the inside of my ride',
    ],
    occasions: [
      'The kids eat biscuits on the back row every day.',
      'We came home from the beach with half of it on the floor mats.',
      'I want to sell the sedan next month.',
      'The dog sheds on every trip.',
      'My boss wants the company van spotless.',
    ],
    says: {
      power_supply: {
        '12v cigarette plug': ['run off the lighter socket', 'be powered from where smokers used to light up'],
        'usb rechargeable': ['fill up from a phone charger', 'charge off my laptop'],
        '220v corded': ['plug into the wall at home while running', 'hang on a household outlet'],
        'dock rechargeable': ['fill up on a stand of its own', 'rest in a cradle to charge'],
        'interchangeable battery': ['let me swap in a fresh power pack', 'take packs that come off like on a drill'],
        'usb rechargeable | dock rechargeable | interchangeable battery': [
          'run without any cable',
          'have no lead to trip over',
        ],
      },
      filter_type: {
        hepa: ['catch fine allergy dust with one layer'],
        'stainless mesh': ['catch dirt in a metal sieve', 'have a sieve that never needs replacing'],
        'washable sponge': ['catch dirt in foam that I can rinse', 'have foam inside to squeeze out under the tap'],
        'double layer hepa': ['catch fine allergy dust twice over'],
        'cyclone only': ['just whirl the dirt out of the air', 'have nothing to rinse or replace inside'],
        'hepa | double layer hepa': ['be kind to people with a dust allergy', 'hold back pollen'],
      },
      nozzle_set: {
        '1 nozzle': ['have a single mouthpiece', 'come with just one tip'],
        'crevice and brush': ['bring a thin mouthpiece and a bristled one but no tube'],
        'crevice brush and hose': [
          'bring thin and bristled mouthpieces plus a tube',
          'reach around corners with a bendy tube',
        ],
        '5-piece kit': ['bring five mouthpieces and the like', 'have five tips for every corner'],
        'inflator set': ['bring tips for pumping things up', 'blow up an air mattress too'],
      },
      variation: {
        standard: ['be the ordinary version', 'be the plain edition'],
        'upgraded motor': ['be the version with the stronger drive', 'be the beefed-up edition'],
        'with extra filter': ['bring a spare dirt catcher', 'include a second filter for later'],
        'with storage bag': ['bring something to stow it in', 'include a pouch to put it away'],
        'with air blower': ['also puff dust away', 'work in reverse as well'],
      },
    },
    avoids: {
      power_supply: {
        '220v corded': ['work far from the wall at home'],
        '12v cigarette plug': ['leave the lighter socket free'],
      },
      filter_type: { 'cyclone only': ['do more than whirl the dirt around'] },
      nozzle_set: { '1 nozzle': ['bring more than a single mouthpiece'] },
    },
    measures: {
      suction_power: {
        least: ['pull with … or more'],
        most: ['pull with no more than …'],
        about: ['pull with around …'],
      },
      motor_wattage: {
        least: ['draw … or more'],
        most: ['draw … at the very most'],
        about: ['draw about …'],
      },
      dust_cup_volume: {
        least: ['hold … of dirt or more'],
        most: ['have a bin no bigger than …'],
        about: ['have a bin of roughly …'],
      },
      noise_level: {
        least: ['be as loud as … or louder'],
        most: ['stay at or under … while it runs'],
        about: ['be around … loud'],
      },
    },
  },
];
