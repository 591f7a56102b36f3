import type { LeafLanguage } from '../leaf-language.ts';

export const homeAppliances: readonly LeafLanguage[] = [
  {
    leaf: 'Rice Cookers',
    needs: [
      'something that makes fluffy white grains for dinner by itself',
      'a machine that prepares jasmine grains while I do other things',
      'what I need for perfect sinaing without watching a pot',
      'a machine that turns a cup of basmati into a side dish',
      'something that does our daily kanin at the flick of a switch',
    ],
    names: ['a machine for sinaing', 'a countertop pot for kanin', 'a plug-in pot for basmati'],
    occasions: [
      'My daughter starts college and moves into a dorm.',
      'Our old one burnt the bottom layer again.',
      'We are getting married in June and setting up a home.',
      'The whole clan comes over on Sundays.',
      'I always forget the pot on the stove.',
    ],
    says: {
      inner_pot_material: {
        aluminum: ['have a bare pot of the light metal used for foil', 'have a light metal pot with no coating'],
        'non-stick coated aluminum': [
          'have a light metal pot from which nothing sticks',
          'have a slippery coating over a light metal pot',
        ],
        'stainless steel 304': ['have a pot of rustproof kitchen metal', 'have a shiny uncoated pot that never rusts'],
        'ceramic coated': ['have a pot with a layer like fine pottery', 'have a pot glazed like a teacup'],
        'cast iron core': [
          'have a heavy pot with the metal of old skillets inside',
          'have the heaviest and slowest cooling pot',
        ],
      },
      control_panel: {
        'lever switch': ['have one flap you press down until it clicks up', 'work with a single flip-down tab'],
        'push button': ['have real keys to press', 'be worked with a finger press on a clicking key'],
        'digital touch panel': ['have a smooth surface that reacts to a fingertip', 'be operated like a phone display'],
        'rotary knob': ['be set by turning a dial', 'have a dial to twist'],
        'app control': ['obey my phone', 'be operated from my phone on the way home'],
      },
      lid_type: {
        'tempered glass lid': ['let me look in through the cover', 'have a see-through cover'],
        'hinged lid': ['have a cover that flips up but stays attached', 'pop open like a suitcase'],
        'stainless steel lid': ['have a cover of shiny metal', 'have a rustproof metal cover'],
        'detachable inner lid': [
          'have an inside cover I can take out for washing',
          'have a second cover inside that comes off',
        ],
      },
      preset_menus: {
        'cook and warm only': [
          'have no programmes beyond the two basic ones',
          'be as simple as it gets with two states',
        ],
        '4 presets': ['offer four programmes'],
        '6 presets': ['offer six programmes', 'have half a dozen programmes'],
        '8 presets': ['offer eight programmes'],
        '12 presets': ['offer a dozen programmes', 'have the most programmes of all'],
        '8 presets | 12 presets': ['offer more than half a dozen programmes'],
        '4 presets | 6 presets | 8 presets | 12 presets': ['have several programmes to choose from'],
      },
      plug_type: {
        '2 flat pins': ['go into an american socket without earth', 'have two blades at the end of the lead'],
        '3 pins grounded': ['be earthed', 'have an earth prong on the lead'],
        '2 round pins': ['go into a continental european socket', 'have two little cylinders at the end of the lead'],
        'universal plug with adapter': ['fit sockets anywhere in the world', 'bring a converter for foreign sockets'],
      },
      included_accessories: {
        'measuring cup and scoop': [
          'bring something to portion and something to serve with',
          'arrive with a portioning beaker and a paddle',
        ],
        'steamer tray and cup': [
          'bring a perforated plate and a beaker',
          'arrive with a perforated plate for dumplings',
        ],
        'steamer basket set': [
          'bring stacked baskets for vegetables above the pot',
          'arrive with baskets for doing siomai',
        ],
        none: ['arrive with no extras', 'be just the machine'],
        'steamer tray and cup | steamer basket set': ['let me do dumplings over the vapour'],
      },
    },
    avoids: {
      inner_pot_material: {
        aluminum: ['keep away from bare foil metal', 'be free of naked light metal inside'],
        'non-stick coated aluminum': ['be without any slippery coating'],
      },
      control_panel: {
        'app control': ['work without any phone'],
        'digital touch panel': ['be free of fingertip surfaces'],
      },
      lid_type: { 'tempered glass lid': ['have a cover that cannot shatter', 'be anything but see-through above'] },
    },
    measures: {
      rated_power: {
        least: ['heat with … or more', 'have at least … of heat'],
        most: ['draw no more than …', 'get by with … or less'],
        about: ['draw about …', 'heat with roughly …'],
      },
      size: {
        least: ['hold … or more', 'have room for at least …'],
        most: ['hold … at most', 'be no bigger than …'],
        about: ['hold about …', 'have room for roughly …'],
      },
    },
  },
  {
    leaf: 'Electric Fans',
    needs: [
      'something that blows a breeze at me on sticky nights',
      'something to keep the bedroom bearable in April',
      'a machine that stirs up the air in a stuffy room',
      'something with a breeze for the living room',
      'a cheaper answer to the heat than aircon',
    ],
    names: ['a breeze machine', 'an air blower for hot rooms', 'a cooling blower'],
    occasions: [
      'The nights have become unbearable.',
      'Our aircon broke in the middle of summer.',
      'My son cannot study in that stuffy room.',
      'Grandma sits in the heat all afternoon.',
      'We have brownouts every other week.',
    ],
    says: {
      fan_type: {
        'stand fan': ['rise from the floor on a tall pole', 'have a pole and a heavy foot'],
        'desk fan': ['fit beside my computer', 'be a tabletop model'],
        'wall fan': ['be screwed up high out of the way', 'take no floor space and hang above us'],
        'tower fan': ['be a slim upright column', 'look like a narrow pillar'],
        'box fan': ['be a square frame that fits in a window', 'be square and flat like a crate'],
        'clip fan': ['pinch onto a shelf or stroller', 'grip an edge like a clothes peg'],
        'industrial floor fan': ['be a big workshop machine that sits low', 'be a factory grade blower on the ground'],
        'ceiling orbit fan': ['hang overhead and turn in circles', 'be fixed above our heads'],
      },
      blade_material: {
        'pp plastic': ['have bendy opaque plastic wings', 'have wings of tough milky plastic'],
        'as plastic': ['have clear hard plastic wings', 'have see-through wings'],
        aluminum: ['have light metal wings', 'have wings made like soda cans'],
        steel: ['have wings of heavy hard metal', 'have the toughest metal wings'],
        bladeless: ['have nothing that spins in the open', 'be safe for curious little fingers with no wings'],
        'aluminum | steel': ['have metal wings'],
      },
      speed_settings: {
        '2 speeds': ['have only slow and fast', 'have just two steps'],
        '3 speeds': ['have the usual low and medium and high', 'have three steps'],
        '4 speeds': ['have four steps'],
        '5 speeds': ['have five steps'],
        '12 speeds': ['have a dozen steps', 'be tuned in really fine steps'],
        '4 speeds | 5 speeds | 12 speeds': ['have more than three steps'],
      },
      fan_power_source: {
        '220v ac': ['plug into the household mains and nothing else', 'have just a mains lead'],
        'built-in battery': ['run on its own stored charge', 'keep spinning in a brownout from inside storage'],
        'solar and ac': ['run on sunshine or mains', 'have a panel for sunlight'],
        'usb 5v': ['run off a laptop port or phone charger', 'take its juice from a phone charger'],
        'dc 12v': ['run off a car battery', 'suit a twelve volt truck supply'],
      },
      oscillation: {
        none: ['point steadily one way', 'keep its head still'],
        '360 degrees': ['swing full circle', 'reach every corner of the room in turn'],
      },
      motor_type: {
        'ac copper motor': [
          'have reddish windings on mains current',
          'have the durable mains motor with red metal windings',
        ],
        'ac aluminum motor': [
          'have the cheaper mains motor with foil metal windings',
          'have light metal windings on mains current',
        ],
        'dc brushless motor': [
          'have the modern thrifty motor without wearing contacts',
          'have a direct current motor with no carbon contacts',
        ],
        'dc brushed motor': [
          'have a simple direct current motor with carbon contacts',
          'have the older direct current motor',
        ],
        'dc brushless motor | dc brushed motor': ['have a direct current motor of either sort'],
      },
      thermal_protection: {
        'thermal fuse': ['have a one-time link that melts if it overheats', 'cut out for good through a melting link'],
        'thermal cut-off switch': [
          'pause itself when too hot and reset later',
          'have a resettable guard against overheating',
        ],
        both: ['have two guards against overheating', 'be doubly guarded against overheating'],
        none: ['have no guard against overheating', 'skip overheating guards altogether'],
      },
    },
    avoids: {
      fan_type: {
        'wall fan': ['need no holes drilled beside the window', 'be anything but screwed up high'],
        'clip fan': ['be anything but a pinching one'],
        'industrial floor fan': ['keep away from factory style'],
      },
      blade_material: { steel: ['be free of heavy metal wings'], bladeless: ['really have wings'] },
      fan_power_source: { '220v ac': ['be able to do without the mains'] },
    },
    measures: {
      oscillation: {
        least: ['swing through … or more', 'turn its head at least …'],
        most: ['swing through … at most', 'turn its head no more than …'],
        about: ['swing through about …', 'turn its head roughly …'],
      },
      size: {
        least: ['be … across or more', 'have a head of at least …'],
        most: ['be … across at most', 'have a head no bigger than …'],
        about: ['be about … across', 'have a head of roughly …'],
      },
    },
  },
  {
    leaf: 'Blenders',
    needs: [
      'something to whizz mangoes into a shake',
      'a machine that turns fruit and milk into a drink',
      'something that purees bananas',
      'what I need to make avocado shakes at home',
      'something to liquefy berries and yogurt',
    ],
    names: ['a shake machine', 'a whizzing machine for fruit', 'a kitchen gadget for shakes'],
    occasions: [
      'My doctor wants me to have more fruit.',
      'We get a crate of mangoes every April.',
      'My brother has started going to the gym.',
      'I plan to open a little shake stall.',
      'The baby is about to try her first solids.',
    ],
    says: {
      jar_material: {
        glass: ['have an ordinary windowpane-like jug', 'have a heavy see-through jug of the plain breakable kind'],
        polycarbonate: [
          'have a jug of the plastic used for riot shields',
          'have a jug of hard plastic that may hold bisphenol',
        ],
        tritan: ['have a jug of clear plastic without bisphenol', 'have a jug of the sports bottle plastic'],
        'as plastic': ['have a jug of the cheap brittle clear plastic'],
        'stainless steel': ['have a metal jug', 'have a jug I cannot see through'],
        'borosilicate glass': ['have a jug of laboratory grade heatproof stuff', 'have a jug made like test tubes'],
        'glass | borosilicate glass': ['have a jug that would shatter if dropped'],
        'polycarbonate | tritan | as plastic': ['have a jug of some light clear plastic'],
      },
      blade_count: {
        '2 blades': ['have a pair of cutters', 'have the fewest cutters possible'],
        '4 blades': ['have four cutters'],
        '6 blades': ['have six cutters', 'have half a dozen cutters'],
        '8 blades': ['have eight cutters'],
        '10 blades': ['have ten cutters', 'have the most cutters of all'],
        '8 blades | 10 blades': ['have more than half a dozen cutters'],
      },
      blender_type: {
        countertop: ['be a household model with a jug on a base', 'have its fixed place beside the toaster'],
        personal: ['make one serving in a cup on a plugged base', 'be a one-person model with a lead'],
        'hand immersion': ['be a stick I dip in the pot', 'be held in the fist and lowered into soup'],
        'rechargeable cup': [
          'be a drinking beaker with its own battery',
          'be something I drink from on the go without a lead',
        ],
        '2 in 1 with grinder': ['have a second head for coffee and spices', 'also mill dry things'],
        commercial: ['be built for a cafe', 'survive all-day service in a bar'],
      },
      speed_control: {
        'single speed': ['be simply on or off', 'have just one pace'],
        '2 speeds with pulse': ['have slow and fast and short bursts', 'have two paces and short bursts'],
        '5 speeds with pulse': ['have five paces and short bursts'],
        'stepless dial': ['let me glide smoothly from slow to fast', 'have a turning control with no clicks'],
        'smart presets': ['have automatic programmes', 'know by itself how long to run'],
        '2 speeds with pulse | 5 speeds with pulse': ['be capable of short bursts'],
      },
      warranty_type: {
        'no warranty': ['be sold as is with nobody to complain to'],
        'local supplier warranty': ['be covered by the shop here', 'be guaranteed by the seller in this country'],
        'local manufacturer warranty': ["be covered by the maker's office in this country"],
        'international manufacturer warranty': ['be covered by the maker worldwide', 'be guaranteed even abroad'],
        'local supplier warranty | local manufacturer warranty | international manufacturer warranty': [
          'be guaranteed by somebody',
        ],
      },
    },
    avoids: {
      jar_material: {
        glass: ['be anything but plain breakable in the jug'],
        polycarbonate: ['keep away from riot shield plastic'],
        'as plastic': ['be free of brittle clear plastic'],
      },
      blender_type: { commercial: ['be anything but cafe equipment'], 'hand immersion': ['be anything but a stick'] },
      speed_control: { 'single speed': ['have more than one pace'] },
    },
    measures: {
      motor_power: {
        least: ['have … of muscle or more', 'have a motor of at least …'],
        most: ['draw no more than …', 'have a motor of … at most'],
        about: ['draw about …', 'have a motor of roughly …'],
      },
      motor_speed: {
        least: ['spin at … or faster', 'reach at least …'],
        most: ['spin at … at most', 'stay at or below …'],
        about: ['spin at about …', 'turn at roughly …'],
      },
      capacity: {
        least: ['hold … or more', 'make at least … in one go'],
        most: ['hold … at most', 'make no more than … in one go'],
        about: ['hold about …', 'make roughly … in one go'],
      },
    },
  },
  {
    leaf: 'Air Fryers',
    needs: [
      'something that crisps chips with hot wind instead of a fat bath',
      'a machine for crunchy chicken wings without a pot of fat',
      'something for crackling lechon kawali with hardly any grease',
      'a countertop machine that blows heat around nuggets until they crunch',
      'what I need for crunchy potato wedges with hardly any grease',
    ],
    names: ['a hot wind crisper', 'a countertop crisping machine', 'a greaseless crisper'],
    occasions: [
      'The doctor told my father to cut down on fat.',
      'The children ask for nuggets every other day.',
      'Leftover pizza goes soggy in our microwave.',
      'I am tired of hot fat splashing all over the stove.',
      'We moved into a condo with a tiny kitchen.',
    ],
    says: {
      temperature_range: {
        '80 to 200 c': ['start at eighty degrees and stop at two hundred'],
        '60 to 200 c': ['start at sixty degrees', 'go down to sixty but no lower'],
        '40 to 200 c': ['go down to forty degrees', 'be gentle enough to dry herbs at forty'],
        '80 to 230 c': ['get hotter than two hundred degrees', 'climb to two hundred and thirty degrees'],
        'fixed 200 c': ['have one unchanging heat', 'leave no choice of heat'],
        '60 to 200 c | 40 to 200 c': ['go lower than eighty degrees'],
      },
      basket_coating: {
        'ptfe non-stick': ['be lined with teflon', 'be lined with the black slippery stuff of frying pans'],
        ceramic: ['be lined with a pottery-like layer', 'be lined with a smooth mineral glaze and not teflon'],
        enamel: ['be lined like an old speckled camping mug', 'be lined with fused colour as on old bathtubs'],
        'stainless steel 304': ['be bare rustproof metal inside', 'have a shiny uncoated metal interior'],
        'glass bowl': [
          'have a transparent vessel with no coating',
          'put the wings in something transparent and uncoated',
        ],
      },
      fryer_style: {
        'drawer basket': ['pull out at the front in one piece', 'have a single pull-out compartment'],
        'oven with trays': ['have a door and several shelves', 'have racks one above the other'],
        'dual drawer': ['have two pull-out compartments', 'do chips and fish separately side by side'],
        'glass bowl': [
          'be one big transparent vessel with the heater above',
          'look like a fish bowl under a heating hat',
        ],
        'flip lid': ['open upwards like a chest', 'have a hinged roof that swings up'],
      },
      interface_type: {
        'mechanical knobs': [
          'have simple dials to turn and nothing electronic',
          'be set by twisting and show no digits',
        ],
        'led touch panel': ['have glowing symbols under a smooth surface', 'react to a fingertip on glowing symbols'],
        'knob with display': ['have a dial plus a readout', 'be set by twisting while digits show the value'],
        'wifi app control': ['obey my phone over the home network', 'be started from the phone'],
        'mechanical knobs | knob with display': ['have something to twist'],
      },
    },
    avoids: {
      basket_coating: {
        'ptfe non-stick': ['keep away from teflon', 'be free of black slippery lining'],
        enamel: ['be anything but lined like a camping mug'],
      },
      interface_type: {
        'wifi app control': ['work without a phone'],
        'mechanical knobs': ['be anything but purely clockwork'],
      },
      fryer_style: {
        'flip lid': ['open somewhere else than the roof'],
        'dual drawer': ['be anything but a double compartment'],
      },
    },
    measures: {
      timer_range: {
        least: ['run for … or longer without resetting', 'have a clock that goes up to at least …'],
        most: ['have a clock that stops at … or sooner', 'be settable for … at most'],
        about: ['have a clock that goes up to about …', 'be settable for roughly …'],
      },
      input_power: {
        least: ['draw … or more', 'have at least … of heat'],
        most: ['draw no more than …', 'get by with … or less'],
        about: ['draw about …', 'heat with roughly …'],
      },
      warranty_duration: {
        least: ['be guaranteed for … or longer', 'be covered for at least …'],
        most: ['be guaranteed for … at most', 'be covered no longer than …'],
        about: ['be guaranteed for about …', 'be covered for roughly …'],
      },
      size: {
        least: ['hold … or more', 'have room for at least …'],
        most: ['hold … at most', 'be no bigger than …'],
        about: ['hold about …', 'have room for roughly …'],
      },
    },
  },
  {
    leaf: 'Vacuum Cleaners',
    needs: [
      'something that sucks up dust around the house',
      'a machine that sucks crumbs out of the living room',
      'something to suck dust out of our home',
      'a dust sucking machine for the apartment',
      'a household machine that swallows dirt',
    ],
    names: ['a dust sucker for the home', 'a household suction machine', 'an apartment dust swallower'],
    occasions: [
      'My son sneezes all night because of the dust.',
      'Our husky sheds like crazy.',
      'We just moved into an apartment with carpets.',
      'My back hurts from all the sweeping.',
      'My mother-in-law is coming to stay.',
    ],
    says: {
      vacuum_type: {
        'upright stick': ['be a long pole I push while standing straight', 'be a slim pole with a floor head'],
        handheld: ['be a little thing gripped in one fist', 'be small enough to grip in one fist for shelves'],
        canister: ['roll behind me on wheels with a tube', 'be a body on wheels pulled by its tube'],
        robot: ['drive around the floor by itself', 'do the job alone while I am out'],
        'wet and dry drum': ['be a big barrel that also swallows spills', 'be a workshop barrel'],
        'mite remover': ['beat tiny creatures out of mattresses', 'be made for bedding and its tiny creatures'],
      },
      filter_type: {
        'hepa h12': [
          'have the lesser of the two hospital grade filters',
          'trap nearly all pollen one grade below thirteen',
        ],
        'hepa h13': ['have the finest hospital grade filter', 'trap the very finest pollen of all'],
        'washable sponge': ['trap dust in foam I can rinse', 'have a rinseable foam inside'],
        'cyclone multi-cone': ['whirl the dust out in little tornadoes', 'separate dirt by whirling'],
        'stainless steel mesh': ['trap dust with a fine metal sieve', 'have a metal sieve inside'],
        'cloth bag': ['collect dirt in a fabric sack', 'have a textile sack inside'],
        'hepa h12 | hepa h13': ['have an allergy grade filter'],
      },
      run_time: { corded: ['run as long as the mains holds', 'need no charging ever'] },
      cord_length: { cordless: ['have no lead trailing behind', 'be free of leads to trip over'] },
      variation: {
        'vacuum only': ['arrive with no extras', 'be just the machine'],
        'with extra filter': ['bring a spare for the part that traps dust', 'include a replacement dust trap'],
        'with 3 brushes': ['bring a trio of bristle heads', 'include three bristle heads'],
        'with mop kit': ['bring what is needed to wet wipe floors', 'include wet wiping pads'],
        'full accessory set': ['bring every attachment there is', 'include the complete range of add-ons'],
      },
    },
    avoids: {
      vacuum_type: {
        robot: ['be steered by me and not drive alone', 'be anything but self-driving'],
        'wet and dry drum': ['keep away from barrel style'],
        canister: ['be anything but a body pulled by its tube'],
      },
      filter_type: { 'cloth bag': ['be free of fabric sacks'], 'washable sponge': ['be anything but foam inside'] },
      run_time: { corded: ['be free to roam without the mains'] },
    },
    measures: {
      suction_power: {
        least: ['pull with … or more', 'suck with at least …'],
        most: ['pull with … at most', 'suck with no more than …'],
        about: ['pull with about …', 'suck with roughly …'],
      },
      dust_capacity: {
        least: ['take … of dirt or more before emptying', 'have a bin of at least …'],
        most: ['take … of dirt at most', 'have a bin no bigger than …'],
        about: ['take about … of dirt', 'have a bin of roughly …'],
      },
      run_time: {
        least: ['keep going for … or longer on one charge', 'last at least … between charges'],
        most: ['keep going for … at most on one charge', 'last no more than … between charges'],
        about: ['keep going for about … on one charge', 'last roughly … between charges'],
      },
      noise_level: {
        least: ['be … loud or louder', 'make a noise of at least …'],
        most: ['be no louder than …', 'make a noise of … at most'],
        about: ['be about … loud', 'make a noise of roughly …'],
      },
      cord_length: {
        least: ['have a lead of … or longer', 'reach at least … from the socket'],
        most: ['have a lead of … at most', 'reach no more than … from the socket'],
        about: ['have a lead of about …', 'reach roughly … from the socket'],
      },
    },
  },
  {
    leaf: 'Garment Steamers',
    needs: [
      'something to get creases out of shirts',
      'something that smooths a wrinkled blouse with hot vapour',
      'a gadget that makes my uniform look pressed',
      'something to smooth a rumpled barong before the party',
      'a hot vapour gadget for crumpled dresses',
    ],
    names: ['a wrinkle smoother for shirts', 'a vapour gadget against creases', 'a crease remover for laundry day'],
    occasions: [
      'My suit always comes out of the suitcase rumpled.',
      'The children need neat uniforms every Monday.',
      'My cousin is getting married and I wear a barong.',
      'I start a new office job next week.',
      'We opened a small boutique.',
    ],
    says: {
      steamer_type: {
        handheld: ['be gripped in one fist with a rigid body', 'be a small rigid jet I grip'],
        'foldable handheld': ['collapse at the grip to fit in a suitcase', 'be gripped in one fist and bend in half'],
        'standing single pole': ['stay on the floor with one upright', 'have one upright to hang a shirt from'],
        'standing double pole': ['stay on the floor with two uprights', 'have a pair of uprights for a shirt'],
        'steam iron': [
          'be the full-size classic with a hot plate for a board',
          'glide over a board like the classic full-size tool',
        ],
        'mini iron': ['be a palm-sized hot plate', 'be a doll-sized version of the classic hot plate'],
        'standing single pole | standing double pole': ['stay on the floor by itself with a hose'],
      },
      steam_rate: {
        '10 g/min': ['give only a faint wisp of ten grams a minute'],
        '10 g/min | 15 g/min': ['give fifteen grams of vapour a minute or less'],
        '20 g/min': ['give twenty grams of vapour a minute'],
        '26 g/min': ['give twenty-six grams of vapour a minute'],
        '15 g/min | 20 g/min': ['give between fifteen and twenty grams a minute'],
        '26 g/min | 32 g/min | 40 g/min': [
          'give at least twenty-five grams a minute',
          'puff out more than twenty grams a minute',
        ],
        '32 g/min | 40 g/min': ['give at least thirty grams a minute', 'blast out over thirty grams a minute'],
        '40 g/min': ['give the thickest cloud at forty grams a minute'],
      },
      soleplate_material: {
        ceramic: ['touch the cloth with a pottery-like face', 'have a face as smooth as porcelain'],
        'stainless steel': ['touch the cloth with rustproof metal', 'have a face of shiny kitchen sink metal'],
        aluminum: ['touch the cloth with the light metal of foil', 'have a face of bare light metal'],
        'non-stick coated': ['touch the cloth with a teflon-like layer', 'have a face as slippery as a modern pan'],
        'plastic nozzle': ['have no metal or mineral face at all', 'blow through a resin mouthpiece'],
        'stainless steel | aluminum': ['touch the cloth with bare metal'],
      },
      fabric_setting: {
        'single setting': ['have nothing to adjust', 'treat silk and denim the same way'],
        '2 settings': ['have two steps for different cloth', 'tell just delicate from sturdy cloth'],
        '3 settings': ['have three steps for different cloth'],
        '6 settings': ['have six steps for different cloth', 'have half a dozen steps for textiles'],
        '11 settings': ['have eleven steps for different cloth', 'be adjusted in the finest steps for textiles'],
        '6 settings | 11 settings': ['have more than three steps for different cloth'],
      },
    },
    avoids: {
      steamer_type: {
        'steam iron': ['be anything but the classic for a board', 'keep away from the full-size classic'],
        'standing double pole': ['be free of twin uprights'],
        'mini iron': ['be anything but palm-sized'],
      },
      soleplate_material: {
        'plastic nozzle': ['be free of a resin mouthpiece'],
        aluminum: ['be anything but foil metal where it touches'],
      },
      fabric_setting: { 'single setting': ['be adjustable in some way'] },
    },
    measures: {
      water_tank_capacity: {
        least: ['take … of water or more', 'have a tank of at least …'],
        most: ['take … of water at most', 'have a tank no bigger than …'],
        about: ['take about … of water', 'have a tank of roughly …'],
      },
      heat_up_time: {
        least: ['take … or longer to get ready', 'need at least … before it puffs'],
        most: ['be ready within …', 'need … at most before it puffs'],
        about: ['be ready in about …', 'need roughly … before it puffs'],
      },
      wattage: {
        least: ['draw … or more', 'have at least … of heat'],
        most: ['draw no more than …', 'get by with … or less'],
        about: ['draw about …', 'heat with roughly …'],
      },
    },
  },
  {
    leaf: 'Electric Kettles',
    needs: [
      'something that gets my tea going in minutes',
      'a plug-in jug for a cup of noodles',
      'a plug-in jug for making tea',
      'something that bubbles up a litre for instant noodles',
      'a plug-in pot that whistles up a quick cuppa',
    ],
    names: ['a plug-in jug', 'a tea jug with a plug', 'a jug that heats itself for tea'],
    occasions: [
      'I live on instant noodles during exams.',
      'The gas stove takes forever in the morning.',
      'Our office pantry has nothing but a sink.',
      'I have taken up pour-over brewing.',
      'The baby wakes up hungry at three every night.',
    ],
    says: {
      kettle_material: {
        'stainless steel 304': ['be made of the better food grade rustproof metal', 'be the higher grade shiny metal'],
        'stainless steel 201': ['be made of the budget grade shiny metal', 'be the lower grade of rustproof metal'],
        'borosilicate glass': ['be see-through like lab equipment', 'let me watch the bubbles through its sides'],
        'pp plastic': ['be hard and light like a bucket', 'be moulded from milky plastic'],
        'food grade silicone': ['be soft and squashable', 'be made of rubbery baking mould stuff'],
        'enamel and steel': ['be metal with a colourful fused glaze', 'look like a vintage camping mug'],
        'stainless steel 304 | stainless steel 201': ['be shiny rustproof metal of any grade'],
      },
      spout_type: {
        'standard v spout': ['pour from an ordinary notch', 'have a plain pointed lip'],
        gooseneck: ['have a long thin curved neck for slow pouring', 'pour through a swan-like neck'],
        'thermal cup lid': ['have a cap I can drink from', 'turn into a flask with a beaker on it'],
        'air pot dispenser': ['dispense by pressing a pump', 'be pressed from above to serve without tilting'],
      },
      temperature_control: {
        'boil only': ['go to a hundred degrees and nothing else', 'have no choice of degrees'],
        '2 presets': ['know two degrees to stop at'],
        '4 presets': ['know four degrees to stop at'],
        '5 presets': ['know five degrees to stop at'],
        '1 degree steps': ['be set to any exact degree', 'let me dial in ninety-three precisely'],
        '2 presets | 4 presets | 5 presets': ['have a few fixed heats to choose from'],
        '4 presets | 5 presets': ['have more than a pair of fixed heats'],
      },
      kettle_wall: {
        'single wall': ['have a plain one-layer body that is not see-through', 'be one opaque layer thick'],
        'double wall': ['have two layers with a gap between', 'have an inner and an outer shell'],
        'triple wall': ['have three layers around', 'be insulated by the most layers on offer'],
        'glass single wall': ['have one transparent layer', 'be a single pane thick all round'],
        'double wall | triple wall': ['stay cool on the outside thanks to extra layers'],
      },
      plug_type: {
        '2 flat pins': ['go into an american socket without earth', 'have two blades at the end of the lead'],
        '3 pins grounded': ['be earthed', 'have an earth prong on the lead'],
        '2 round pins': ['go into a continental european socket', 'have two little cylinders at the end of the lead'],
        'universal plug with adapter': ['fit sockets anywhere in the world', 'bring a converter for foreign sockets'],
      },
    },
    avoids: {
      kettle_material: {
        'pp plastic': ['be anything but bucket plastic', 'keep away from milky plastic'],
        'borosilicate glass': ['be made of something that cannot shatter'],
        'stainless steel 201': ['be anything but budget grade metal'],
      },
      spout_type: { 'air pot dispenser': ['be free of pumps'], gooseneck: ['be anything but swan-necked'] },
      kettle_wall: { 'single wall': ['be more than one opaque layer'] },
    },
    measures: {
      heating_power: {
        least: ['draw … or more', 'have at least … of heat'],
        most: ['draw no more than …', 'get by with … or less'],
        about: ['draw about …', 'heat with roughly …'],
      },
      boil_time: {
        least: ['take … or longer to bubble', 'need at least … per fill'],
        most: ['bubble within …', 'need … at most per fill'],
        about: ['bubble in about …', 'need roughly … per fill'],
      },
      capacity: {
        least: ['hold … or more', 'make at least … in one go'],
        most: ['hold … at most', 'make no more than … in one go'],
        about: ['hold about …', 'make roughly … in one go'],
      },
    },
  },
];
