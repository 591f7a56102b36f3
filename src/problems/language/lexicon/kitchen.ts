import type { LeafLanguage } from '../leaf-language.ts';

export const kitchen: readonly LeafLanguage[] = [
  {
    leaf: 'Frying Pans',
    needs: [
      'something to make omelettes in',
      'something to brown sausages in on the stove',
      'shallow cookware for the stove',
      'what I need on the hob for a fish in butter',
      'something to sizzle bacon in',
    ],
    names: ['shallow stove cookware', 'a shallow dish for the hob', 'a sizzling dish for the hob'],
    occasions: [
      'My nephew is moving into a boarding house.',
      'Breakfast keeps sticking in our kitchen.',
      'The handle of the old one came off this morning.',
      'We are getting a new hob.',
      'My daughter wants to learn to cook.',
    ],
    says: {
      coating: {
        'marble stone': ['have a lining like pale veined rock'],
        granite: ['have a lining like speckled countertop rock'],
        ceramic: ['have a glazed lining like pottery', 'be lined like a china plate'],
        ptfe: ['have the classic slippery polymer lining', 'have the teflon kind of lining'],
        titanium: ['be lined with the metal of hip implants'],
        'pre-seasoned': ['arrive already oiled and baked at the factory', 'be burnt in with oil before I get it'],
        'honeycomb etched': ['have raised six-sided cells inside', 'be patterned like a beehive inside'],
        uncoated: ['be bare inside with nothing applied', 'be raw metal inside'],
        'marble stone | granite': ['look like rock inside'],
      },
      pan_body: {
        'die-cast aluminum': ['be of light metal poured into a mould'],
        'pressed aluminum': ['be of light metal stamped from a blank'],
        'cast iron': ['be the heavy black kind grandmothers had', 'weigh like an anvil and last for generations'],
        'carbon steel': ['be of the dark metal woks are made of'],
        '304 stainless steel': ['be of rustproof metal in a single layer'],
        'tri-ply stainless steel': ['be of rustproof metal in three layers', 'be a metal sandwich that never rusts'],
        'die-cast aluminum | pressed aluminum': ['be of the light silvery metal'],
      },
      stove_compatibility: {
        'gas only': ['be for an open flame and nothing else', 'need nothing but flames under it'],
        'gas and electric': ['suit flames and hot coils but no magnetic hob'],
        'induction ready | all stoves | all stoves and oven': ['heat up on a magnetic hob', 'work on an induction hob'],
        'gas only | gas and electric | all stoves | all stoves and oven': [
          'be fine over an open flame',
          'stand blue flames',
        ],
        'all stoves | all stoves and oven': ['work whatever hob I move to', 'suit each kind of hob there is'],
        'all stoves and oven': ['go from any hob straight into roasting heat'],
      },
      handle_material: {
        bakelite: ['have a fixed grip of old-fashioned dark resin'],
        'soft touch silicone': ['have a grip that feels rubbery', 'be rubbery where I hold it'],
        'stainless steel': ['have a metal grip', 'be steel where I hold it'],
        'acacia wood': ['have a grip cut from a tree', 'have a timber grip'],
        'detachable bakelite': ['have a grip that comes off for storing', 'let me take the grip off'],
      },
      lid_included: {
        'no lid': ['come without a cover', 'be open with nothing to put on top'],
        'tempered glass lid': ['come with a see-through cover', 'let me watch dinner through the top'],
        'stainless steel lid': ['come with a metal cover', 'have a top of shiny steel'],
        'wooden lid': ['come with a timber cover', 'have a top cut from a plank'],
      },
      oven_safe_temperature: {
        'not oven safe': ['stay on the hob and never go in to roast', 'be for the hob alone'],
      },
    },
    avoids: {
      coating: {
        ptfe: ['keep away from slippery polymers'],
        uncoated: ['be anything but naked inside'],
      },
      pan_body: {
        'cast iron': ['be other than the black heavyweight of grandmothers'],
      },
      handle_material: {
        'stainless steel': ['have a grip that is anything but metal'],
      },
      lid_included: {
        'no lid': ['bring some kind of cover'],
      },
    },
    measures: {
      pan_depth: {
        least: ['be … deep or deeper'],
        most: ['be no deeper than …'],
        about: ['be about … deep'],
      },
      oven_safe_temperature: {
        least: ['survive roasting at … or hotter'],
        most: ['be for roasting at … and no hotter'],
        about: ['survive roasting at about …'],
      },
      size: {
        least: ['measure … across or more'],
        most: ['measure … across or less'],
        about: ['be roughly … across'],
      },
    },
  },
  {
    leaf: 'Kitchen Knives',
    needs: [
      'a blade for getting ingredients ready',
      'a blade for preparing dinner',
      'a blade for onions and ham',
      'something to replace the blunt blade in my drawer',
      'a keen blade for someone who loves to make dinner',
    ],
    names: ['a blade for the larder', 'a keen blade for making dinner', 'a blade for ingredients'],
    occasions: [
      'Ours squashes tomatoes instead of slicing them.',
      'My brother is training in a restaurant.',
      'My aunt has moved into a new house.',
      'The tip of the old one broke off.',
      'I have begun to make dinner myself.',
    ],
    says: {
      blade_steel: {
        '3cr13 stainless | 5cr15mov stainless | 420j2 stainless | 1.4116 stainless | 40cr13 stainless': [
          'have an ordinary rustproof blade',
        ],
        '1.4116 stainless': ['have the German grade known from Solingen'],
        'high carbon steel': [
          'have a blade that keeps sharp but may rust',
          'have a traditional blade I must keep dry and oiled',
        ],
        '67-layer damascus': ['have a wavy folded pattern on the blade', 'be forged from dozens of folded sheets'],
        'zirconia ceramic': ['have a blade that is not metal at all', 'have a blade as white as a plate'],
      },
      knife_type: {
        chef: ['be the big western all-rounder with a curved belly'],
        santoku: ['be the Japanese all-rounder with a rounded tip'],
        cleaver: ['be the hefty chopper butchers swing', 'be a broad heavy one to hack bones'],
        boning: ['be stiff and narrow for taking meat off ribs', 'work its way round a chicken thigh joint'],
        fillet: ['be thin and bendy for skinning fish', 'slide along the bones of a fish'],
        paring: ['be the tiny kind for peeling apples', 'be little enough to peel garlic'],
        bread: ['be the long kind for crusty loaves', 'cut a baguette without crushing it'],
        utility: ['be the in-between kind for sandwiches and small jobs'],
        nakiri: ['be the Japanese rectangle for greens', 'be an oriental veg chopper with a square front'],
        'santoku | nakiri': ['be of Japanese design'],
      },
      handle_material: {
        pakkawood: ['have a grip of resin-soaked layered timber'],
        abs: ['have a grip of one hard synthetic'],
        'pp with tpr': ['have a synthetic grip with rubbery parts', 'be rubber over plastic where I hold it'],
        rosewood: ['have a grip of reddish fragrant timber'],
        'stainless steel': ['have a grip of metal', 'be steel where I hold it'],
        g10: ['have a grip of glass-fibre laminate', 'be fibreglass where I hold it'],
        'wenge wood': ['have a grip of nearly black African timber'],
        'pakkawood | rosewood | wenge wood': ['have a grip that came from trees'],
      },
      edge_type: {
        straight: ['have a simple plain edge'],
        serrated: ['have teeth like a saw', 'have a toothed edge'],
        'granton hollow': ['have scooped dimples so slices fall off', 'have hollows so potato does not cling'],
        'single bevel': ['be ground on one face only', 'be sharpened on one side like a sushi master has it'],
        'double bevel': ['be ground on both faces', 'be sharpened the same left and right'],
      },
      sheath: {
        none: ['come with nothing to put the blade in', 'be sold naked'],
        'plastic blade guard': ['come with a synthetic sleeve', 'come in a plastic cover'],
        'leather sheath': ['come with a sleeve of cowhide', 'come in hide'],
        'wooden saya': ['come with a Japanese timber sleeve', 'come in a carved scabbard'],
        'knife block': ['come with a stand to slot it into', 'come with a wooden stand on the counter'],
      },
      variation: {
        'single knife': ['be sold alone', 'be just the one'],
        '2-piece set': ['be sold as a pair', 'be two in a pack'],
        '3-piece set': ['be sold as a trio', 'be three in a pack'],
        '5-piece set': ['be sold five together', 'be five in a pack'],
        '6-piece set with block': ['be sold six together with a home for them', 'be half a dozen in a stand'],
        'with sharpener': ['bring something to hone it with', 'come with a gadget against bluntness'],
      },
    },
    avoids: {
      blade_steel: {
        'zirconia ceramic': ['be anything but glassy and brittle'],
      },
      edge_type: {
        serrated: ['be free of saw teeth'],
      },
      handle_material: {
        abs: ['have no hard synthetic in the hand'],
      },
      sheath: {
        none: ['have somewhere to put the blade away'],
      },
    },
    measures: {
      hardness: {
        least: ['be as hard as … or harder'],
        most: ['be no harder than …'],
        about: ['be around … hard'],
      },
      size: {
        least: ['cut with … of blade or more'],
        most: ['cut with … of blade at most'],
        about: ['cut with about … of blade'],
      },
    },
  },
  {
    leaf: 'Lunch Boxes',
    needs: [
      'something to carry what I eat at noon in',
      'something to take home-cooked dishes along to my job in',
      'something to bring my own cooked rice to my job in',
      'a carrier for what my child eats in the break',
      'something to eat my own cooking from on a break',
    ],
    names: [
      'a carrier for home-cooked dishes',
      'a carrier for what I eat at noon',
      'a thing to take my own cooking along in',
    ],
    occasions: [
      'The canteen has become too dear.',
      'My son begins first grade in June.',
      'My husband works on a building site.',
      'We drive to the province on Saturday.',
      'Sauce ran all over my papers yesterday.',
    ],
    says: {
      inner_material: {
        '304 stainless steel': ['be lined with everyday rustproof metal'],
        '316 stainless steel': ['be lined with marine-grade metal', 'have the better grade of steel that resists salt'],
        'pp plastic': ['be lined with ordinary milky synthetic'],
        'borosilicate glass': ['have the heatproof stuff of lab beakers inside', 'be see-through and fragile inside'],
        'wheat straw': ['be made inside from grain stalks', 'be made from farm leftovers'],
        silicone: ['be rubbery and squeezable inside', 'fold up because it is bendy inside'],
        copolyester: ['be lined with tough crystal-clear synthetic'],
        '304 stainless steel | 316 stainless steel': ['be metal inside'],
      },
      insulation_time: {
        'not insulated': ['have thin walls that hold no warmth', 'let dinner go cold as it likes'],
      },
      tier_count: {
        'single tier': ['be just one level', 'have nothing stacked on top'],
        '2 tiers': ['be two levels'],
        '3 tiers': ['be three levels'],
        '4 tiers': ['be four levels'],
        '2 tiers | 3 tiers | 4 tiers': ['stack up in more than one level'],
      },
      lock_type: {
        '4-side snap lock': ['clip down on every edge', 'have a flap on each of its edges'],
        'single latch': ['close with one clip', 'open at the flick of one clip'],
        'screw lid': ['twist shut', 'have a top that turns'],
        'elastic band': ['be held shut by a stretchy strap', 'be strapped shut like a notebook'],
        'vacuum valve': ['let the air be sucked out through a button', 'hiss when I press its button to open'],
      },
      heating_method: {
        none: ['have no way of warming things up', 'be the cold kind without any heater'],
        '220v electric heating': ['warm up at a wall socket', 'plug into the office wall to get hot'],
        '12v car heating': ['warm up at the cigarette lighter', 'get hot in my lorry'],
        'usb heating': ['warm up off a power bank', 'get hot off a laptop socket'],
        'hot water bath': ['warm up by pouring in from the kettle', 'get hot from boiling water around it'],
        '220v electric heating | 12v car heating | usb heating': ['warm up by current'],
      },
      accessories_included: {
        none: ['come with no extras', 'be bare in the pack'],
        'spoon and fork': ['come with western cutlery', 'bring something to spear and scoop with'],
        'chopsticks and spoon': ['come with what people eat noodles with', 'bring two sticks to eat with'],
        'insulated bag': ['come with just a padded tote', 'bring only a thermal tote'],
        'soup cup': ['come with something for broth', 'bring a beaker for broth'],
        'full set with bag': ['come with everything including a tote', 'bring cutlery and tote and all'],
      },
    },
    avoids: {
      inner_material: {
        'pp plastic': ['stay clear of milky synthetics'],
        silicone: ['be anything but rubbery'],
      },
      heating_method: {
        none: ['be able to warm its contents'],
      },
      lock_type: {
        'elastic band': ['do without stretchy straps'],
      },
    },
    measures: {
      compartments: {
        least: ['keep dishes apart in … sections or more'],
        most: ['keep dishes apart in … sections at most'],
        about: ['keep dishes apart in exactly … sections'],
      },
      insulation_time: {
        least: ['stay hot for … or longer'],
        most: ['stay hot for no longer than …'],
        about: ['stay hot for about …'],
      },
      capacity: {
        least: ['hold … or more'],
        most: ['hold no more than …'],
        about: ['hold around …'],
      },
    },
  },
  {
    leaf: 'Drinking Glasses',
    needs: [
      'something to pour lemonade into at table',
      'tableware to sip from',
      'something for guests to raise a toast with',
      'something breakable to serve soda in',
      'what we put beside each plate for soda',
    ],
    names: ['tableware for lemonade', 'something see-through to sip from', 'a vessel for toasts'],
    occasions: [
      'We have broken nearly all of ours.',
      'My cousin is opening a small bar.',
      'We host the whole family at Christmas.',
      'My colleague is getting married.',
      'I am moving into a place of my own.',
    ],
    says: {
      glass_type: {
        'soda lime': ['be of the ordinary stuff bottles are blown from', 'be of the commonest and cheapest sort'],
        borosilicate: ['be of lab-beaker stuff in one thin layer'],
        tempered: ['crumble into harmless bits when dropped', 'be toughened against knocks'],
        'lead-free crystal': ['sparkle and ring without any toxic metal', 'chime when tapped and be safe'],
        'double wall borosilicate': [
          'have air trapped between an inside and an outside',
          'keep my fingers cool with a hollow jacket',
        ],
        'recycled glass': ['be melted down from old bottles', 'be kind to the planet by being made twice'],
        'borosilicate | double wall borosilicate': ['be of what test tubes are made of'],
      },
      glass_shape: {
        highball: ['be tall and straight for long mixes', 'be a tall narrow one for gin and tonic'],
        rocks: ['be short and stout for whisky', 'be a low wide one for spirits over ice'],
        'can shaped': ['look like a soda tin', 'curve in at the top as beer tins do'],
        'mug with handle': ['have an ear to hold it by', 'let me hook a finger through'],
        goblet: ['have a bowl on a foot', 'stand on a stalk'],
        stemless: ['have a wine bowl without a leg', 'suit wine but have no stalk'],
        pilsner: ['be slim and flared for beer', 'be a lager classic tapering downward'],
        octagonal: ['have eight sides', 'have twice four corners'],
        ribbed: ['have ridges as its very form'],
      },
      surface_finish: {
        'plain clear': ['be smooth with nothing on it', 'have no decoration'],
        embossed: ['have a raised motif', 'have a relief I can feel'],
        fluted: ['have fine grooves pressed all around'],
        frosted: ['look misty like a winter pane', 'be matte so one cannot see through'],
        'gold rim': ['have a shiny yellow edge', 'have a gilded lip'],
        iridescent: ['shimmer like a soap bubble', 'play in rainbow shades'],
        printed: ['have a picture or words put on', 'have a design in ink'],
      },
      lid_and_straw: {
        none: ['come without a cover or anything to suck through', 'be just the vessel'],
        'bamboo lid': ['come with just a wooden-looking cover'],
        'bamboo lid and glass straw': [
          'come with a cover and a see-through pipe',
          'bring a wooden top and something to suck through',
        ],
        'silicone lid': ['come with a rubbery cover', 'have a floppy top'],
        'metal straw only': ['come with a steel pipe but no cover', 'bring something steel to suck through'],
        'bamboo lid | bamboo lid and glass straw | silicone lid': ['come with a top that keeps flies out'],
      },
    },
    avoids: {
      glass_shape: {
        goblet: ['do without a bowl that needs a foot'],
        'mug with handle': ['have no ear'],
      },
      surface_finish: {
        'gold rim': ['be free of shiny yellow edges'],
        printed: ['carry no pictures or words'],
      },
      lid_and_straw: {
        none: ['bring something to cover it or sip through'],
      },
    },
    measures: {
      rim_diameter: {
        least: ['be … wide at the mouth or wider'],
        most: ['be … wide at the mouth or narrower'],
        about: ['be about … wide at the mouth'],
      },
      max_temperature: {
        least: ['take drinks of … or hotter'],
        most: ['be for drinks of … or cooler'],
        about: ['take drinks of about …'],
      },
      pack_size: {
        least: ['come with … or more in the carton'],
        most: ['come with no more than … in the carton'],
        about: ['come with exactly … in the carton'],
      },
      capacity: {
        least: ['hold … or more'],
        most: ['hold no more than …'],
        about: ['hold around …'],
      },
    },
  },
  {
    leaf: 'Baking Trays',
    needs: [
      'something to put dough in while it turns golden',
      'what biscuits and cakes sit in while they turn golden',
      'something to slide into the heat with dough in it',
      'a form for homemade cakes and biscuits',
      'something that dough goes into before the heat',
    ],
    names: ['a form for dough', 'a form for cakes and biscuits', 'a hot-air dish for dough'],
    occasions: [
      'My daughter wants to make pastry for her class.',
      'Christmas is coming and the whole house shall smell of cinnamon.',
      'Our old one has warped and rusted.',
      'My neighbour sells pastry from her home.',
      'I have finally bought a range.',
    ],
    says: {
      tray_material: {
        'carbon steel': ['be of dark plain steel without any plating'],
        'aluminized steel': ['be of steel plated with light metal'],
        aluminum: ['be of the light silvery metal all through', 'be of the metal of soda tins'],
        '304 stainless steel': ['be of rustproof metal', 'be of what good cutlery is made of'],
        silicone: ['be rubbery and bend freely', 'be floppy and roll up'],
        enamel: ['be coated in a hard glassy shell over metal', 'look like an old camping mug'],
        glass: ['be see-through', 'let me watch the crust from below'],
        'silicone | glass': ['be anything without metal in it'],
      },
      tray_coating: {
        'non-stick ptfe': ['have the classic slippery polymer lining', 'have the teflon kind of lining'],
        ceramic: ['have a glazed lining like pottery', 'be lined like a china plate'],
        'silicone glaze': ['have a thin rubbery film on it'],
        anodized: ['be hardened by an electric bath'],
        uncoated: ['be bare with nothing applied', 'have no lining'],
      },
      tray_type: {
        'flat sheet': ['have no sides so that biscuits slide off', 'be a plain board without walls'],
        'rimmed sheet': ['have a low edge all around for everyday roasting'],
        muffin: ['have hollows for little round cakes', 'have cups for a dozen or so small cakes'],
        loaf: ['be long and deep for bread', 'shape a sandwich bread'],
        'jelly roll': ['be for a thin sponge that gets rolled up', 'make a Swiss roll'],
        perforated: ['be full of small holes', 'let the air through from below'],
        pizza: ['be for an Italian pie', 'be a round for margherita nights'],
        brownie: ['be for fudgy chocolate squares', 'make chocolate squares'],
      },
      tray_depth: {
        flat: ['have no depth at all', 'be level as a board'],
      },
      cooling_rack: {
        'not included': ['come by itself with no grid or liner', 'be bare in the pack'],
        'wire rack included': ['come with a plain metal grid', 'bring a grid of uncoated wire'],
        'non-stick rack included': ['come with a grid that nothing clings to', 'bring a coated grid'],
        'silicone mat included': ['come with a rubbery liner', 'bring a bendy liner along'],
        'wire rack included | non-stick rack included': ['come with a grid to let things rest on'],
      },
      size: {
        '8x8 inches': ['be as long as it is wide', 'be a small square'],
        '9x13 inches': ['be thirteen inches the long way'],
        '10x14 inches': ['be fourteen inches the long way'],
        '11x17 inches': ['be seventeen inches the long way'],
        '12x16 inches': ['be sixteen inches the long way'],
        '13x18 inches': ['be a foot and a half the long way'],
        '16x24 inches': ['be two feet the long way'],
        '8x8 inches | 9x13 inches': ['stay under ten inches on its short side'],
        '13x18 inches | 16x24 inches': ['be over a foot on its short side'],
      },
    },
    avoids: {
      tray_material: {
        glass: ['be safe from shattering'],
        silicone: ['keep its shape and not wobble'],
      },
      tray_coating: {
        'non-stick ptfe': ['keep away from slippery polymers'],
      },
      tray_type: {
        perforated: ['be free of holes'],
        muffin: ['be free of little hollows'],
      },
    },
    measures: {
      gauge: {
        least: ['have walls … thick or thicker'],
        most: ['have walls … thick or thinner'],
        about: ['have walls about … thick'],
      },
      oven_safe_temperature: {
        least: ['survive heat of … or more'],
        most: ['be for heat of … at most'],
        about: ['survive heat of about …'],
      },
      tray_depth: {
        least: ['be … deep or deeper'],
        most: ['be no deeper than …'],
        about: ['be about … deep'],
      },
    },
  },
  {
    leaf: 'Food Containers',
    needs: [
      'something to keep the rest of the stew in the fridge',
      'a tub with a top for flour or sugar',
      'something to keep biscuits crisp in the cupboard',
      'a tub for the fridge or the larder',
      'something to put half-eaten dinners away in',
    ],
    names: ['a tub for the fridge', 'a fresh-keeping tub', 'a tub for opened groceries'],
    occasions: [
      'Ants have got into our sugar.',
      'Half of what we cook ends up in the bin.',
      'My sister cooks once a week for all seven days.',
      'Our larder is full of open bags.',
      'I am starting to sell stews to the neighbours.',
    ],
    says: {
      container_material: {
        'pp plastic': ['be of the milky household synthetic'],
        'pet plastic': ['be of what soda bottles are made of'],
        'borosilicate glass': ['be of heatproof lab-beaker stuff', 'be fragile but stain free and heatproof'],
        'stainless steel': ['be of rustproof metal', 'be of what good cutlery is made of'],
        silicone: ['be rubbery and squash flat', 'be floppy and fold up'],
        acrylic: ['be of hard plexi', 'be of rigid glass-like synthetic'],
        ceramic: ['be of fired clay', 'be of what vases are made of'],
      },
      seal_type: {
        'silicone gasket': ['shut tight on a rubbery ring', 'have a soft ring under its top'],
        'push button vacuum': ['suck itself shut when I press the top', 'pop up a knob that drives the air out'],
        'clip lock': ['shut with flaps that fold over the sides', 'have wings that snap over the edge'],
        'screw cap': ['twist shut', 'have a top that turns'],
        'press-on lid': ['shut by simply pushing the top down', 'have a top that I just push on'],
        'swing-top clamp': ['shut with a wire bail like old preserves', 'have a wire lever like a beer bottle'],
      },
      container_shape: {
        round: ['be a circle seen from above', 'have no corners and be equally wide everywhere'],
        square: ['have four equal sides', 'be as long as it is wide with corners'],
        rectangular: ['be oblong with corners', 'be longer than wide with straight sides'],
        'tall canister': ['stand high and slim', 'be a high one for spaghetti'],
        oval: ['be egg-like in outline', 'be like a stretched circle'],
        divided: ['have walls inside to part things', 'keep rice and meat apart'],
      },
      microwave_use: {
        'not microwavable': ['never have to be zapped', 'be for cold keeping and no zapping'],
        'without lid': ['be zapped with the top taken off', 'have its top removed before zapping'],
        'with vented lid': ['have a steam hole so it is zapped closed', 'let steam out by a flap while being zapped'],
        'with lid open': ['be zapped with the top ajar'],
        'without lid | with vented lid | with lid open': ['be fine to reheat dinner in with radio waves'],
      },
      temperature_range: {
        '-20 to 100 c': ['stand boiling water but nothing hotter'],
        '-20 to 120 c | -20 to 140 c | -40 to 230 c': ['stand somewhat more than boiling water'],
        '-20 to 140 c | -40 to 230 c': ['stand a hundred and thirty degrees'],
        '-40 to 230 c': ['go into a hot oven', 'stand roasting as well as arctic cold'],
        '0 to 60 c': ['be for neither freezer nor boiling soup', 'be for dry goods at mild warmth'],
      },
      date_dial: {
        none: ['have nothing to note the age of its contents', 'be plain with no wheel or label'],
        'day dial': ['have a wheel for the day and no other', 'let me set just the weekday'],
        'month and day dial': ['have wheels for both month and day', 'let me set the full calendar mark by wheels'],
        'write-on label': ['have a patch for my pencil', 'let me scribble on it'],
        'timer lid': ['count the hours in its top', 'have a clock on top'],
      },
      certification: {
        'fda registered': ['be on the books of the health regulator'],
        lfgb: ['pass the strict German rules', 'be proven safe by German law'],
        'sgs tested': ['be checked by the Swiss laboratory', 'have a report from Geneva'],
        bis: ['carry the Indian mark', 'be approved in New Delhi'],
        'no certification': ['need no official papers', 'be fine without any test papers'],
      },
    },
    avoids: {
      container_material: {
        'pp plastic': ['stay clear of milky synthetics'],
        ceramic: ['be anything but fired clay'],
      },
      microwave_use: {
        'not microwavable': ['be allowed in for quick reheating'],
      },
      seal_type: {
        'press-on lid': ['have a better hold than a top just pushed down'],
      },
    },
    measures: {
      capacity: {
        least: ['hold … or more'],
        most: ['hold no more than …'],
        about: ['hold around …'],
      },
      pack_size: {
        least: ['come with … or more in the carton'],
        most: ['come with no more than … in the carton'],
        about: ['come with exactly … in the carton'],
      },
    },
  },
];
