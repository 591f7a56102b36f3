import type { LeafLanguage } from '../leaf-language.ts';

export const computersAndAccessories: readonly LeafLanguage[] = [
  {
    leaf: 'Keyboards',
    needs: [
      'something to write emails on at my desk',
      'a board of letters I can bang out emails on',
      'a letter board for my desktop tower',
      'something to write long reports with on my desktop tower',
      'something with letters and digits to press for my desktop tower',
      'something nicer to write on than what my laptop has built in',
    ],
    names: [
      'a letter board to press',
      'a qwerty gadget',
      'a qwerty thing for writing at a screen',
      'a thing whose letters I press to write',
    ],
    occasions: [
      'I spilled soup over the one I had.',
      'My daughter has started writing her thesis.',
      'My fingers ache after a day of letters and reports.',
      'Half the letters on mine have stopped responding.',
      'My brother is putting together a new desk.',
    ],
    says: {
      keyboard_layout: {
        '60 percent': [
          'be the tiniest one with neither arrows nor a function row',
          'leave out arrows as well as the function row',
        ],
        '65 percent': ['be tiny but keep the arrows while dropping the function row'],
        '75 percent': ['squeeze arrows and a function row together with no gaps'],
        'tkl 80 percent': [
          'have everything but the digits on the right',
          'be the usual board cut off after the arrows',
        ],
        '96 percent': ['keep the digits on the right but close every gap'],
        'full size 104 keys': [
          'be the big standard layout with nothing left out',
          'be as big as such things get with every key',
        ],
        'numeric pad': ['have just digits for entering figures', 'be only the little block for numbers'],
        '96 percent | full size 104 keys': ['have both letters and a block of digits beside them'],
      },
      connection_mode: {
        'usb wired': ['be tethered by a cord and nothing else', 'hang on a lead for good'],
        '2.4ghz wireless': [
          'link only through a little plug-in receiver',
          'need its own tiny dongle and know no other link',
        ],
        bluetooth: ['pair the way earbuds do and in no other way'],
        'bluetooth and 2.4ghz': ['offer two cordless links but no cord'],
        'tri-mode': ['connect all three ways', 'work by lead or dongle or pairing as I please'],
        'bluetooth | bluetooth and 2.4ghz | tri-mode': ['pair with a tablet that has no free port'],
        'usb wired | tri-mode': ['be able to work over a cord'],
      },
      keycap_material: {
        'abs | double shot abs': [
          'have caps in the smooth plastic that gets shiny',
          'have slick caps of the toy-brick plastic',
        ],
        'pbt | double shot pbt | dye-sub pbt': ['have caps in the grainy plastic that stays matte'],
        'double shot abs | double shot pbt': [
          'have letters moulded in as a second layer',
          'have lettering that is its own piece of plastic',
        ],
        'dye-sub pbt': ['have letters soaked into the caps with heat', 'have lettering made by sublimation'],
        'pudding keycaps': ['have milky see-through sides on every key', 'have caps like a custard dessert'],
      },
      backlight: {
        none: ['stay dark and have no lamps under the keys', 'save power by having no glow'],
        'single color': ['light up in just one hue', 'shine one hue that never changes'],
        '3 color rainbow': ['light up in a fixed band of three hues'],
        rgb: ['shine under the keys in any hue I choose', 'let me choose among millions of hues under the letters'],
        'side-lit rgb': ['glow around its edges', 'have its light strip on the flanks'],
      },
      keyboard_battery: {
        'no battery': ['carry no cell of any kind', 'live off the computer alone'],
        'aa batteries': ['run on pen cells from the corner shop', 'take throwaway cells'],
      },
      legend_language: {
        'english us': ['be lettered the American way', 'suit a typist from New York'],
        'english uk': ['be lettered the British way with a pound sign', 'suit a typist from London'],
        'english and japanese': ['show kana beside the letters', 'suit my friend from Tokyo'],
        'english and korean': ['show hangul beside the letters', 'suit my friend from Seoul'],
        blank: ['have nothing printed on the keys', 'be for typists who look at no letters'],
      },
      switch_type: {
        membrane: ['press down on a soft rubber dome', 'feel soft as the cheap ones at school do'],
        'scissor switch': ['have the flat short travel of a notebook', 'have flat keys that hardly sink'],
        'blue clicky': ['snap loudly at each press like a typewriter', 'make a sharp click that everybody hears'],
        'brown tactile': [
          'have a gentle bump in each press without the click',
          'let me feel but not hear the point of each press',
        ],
        'red linear': ['go down smoothly on the classic red switches'],
        'yellow linear': ['go down smoothly on the yellow switches'],
        'silent linear': ['go down smoothly with almost no sound', 'be so hushed that my wife can sleep'],
        magnetic: ['sense each press with magnets', 'work by hall effect'],
        'red linear | yellow linear | silent linear': ['press straight down without bump or click'],
      },
    },
    avoids: {
      switch_type: {
        'blue clicky': ['stay away from clattering switches'],
        membrane: ['be anything but rubbery underneath'],
      },
      backlight: {
        none: ['have some kind of glow for the night'],
      },
      keyboard_layout: {
        'numeric pad': ['be more than a mere number block'],
      },
    },
    measures: {
      keyboard_battery: {
        least: ['hold … of charge or more'],
        most: ['hold no more than … of charge'],
        about: ['hold around … of charge'],
      },
    },
  },
  {
    leaf: 'Computer Mice',
    needs: [
      'something to steer the arrow on my screen with',
      'something better than a touchpad',
      'a palm gadget for scrolling',
      'a thing to push the arrow around the screen with',
      'something to drag and drop files with at my desk',
    ],
    names: [
      'a pointing device',
      'a scrolling gadget',
      'a palm-held pointer for the screen',
      'a thing that steers the arrow',
    ],
    occasions: [
      'The touchpad drives me mad.',
      'My wrist hurts after every working day.',
      'My son wants to get better at shooters.',
      'The cat dropped mine off the desk.',
      'I am setting up a desk for my mother-in-law.',
    ],
    says: {
      mouse_shape: {
        symmetrical: ['look the same left and right', 'suit whichever palm I put on it'],
        'right-handed ergonomic': ['be moulded for my right palm', 'curve for righties only'],
        vertical: ['be held as if shaking hands', 'stand upright like a fin'],
        trackball: ['have a sphere I roll while it stays put', 'stay still while I spin a globe in it'],
        'flat travel': ['be thin as a biscuit in my bag', 'lie nearly level so it slides into a sleeve'],
        'finger mouse': ['slip over my fingertip like a ring', 'be worn on one digit'],
      },
      sensor_type: {
        optical: ['see the desk with plain red light'],
        laser: ['see the desk with a thin coherent beam', 'work by the same light as a pointer for slides'],
        'blue led': ['see the desk with bluish light', 'shine sky-colored underneath'],
        infrared: ['see the desk with invisible light from a lamp'],
      },
      power_source: {
        'usb cable': ['draw its power through a cord', 'have nothing inside to run flat'],
        '1 aa battery': ['run on one single pen cell', 'need just one throwaway cell'],
        '2 aaa batteries': ['run on a pair of the slimmest cells', 'need two thin throwaway cells'],
        'built-in rechargeable': ['have a sealed cell that I top up', 'be plugged in overnight now and then'],
        '1 aa battery | 2 aaa batteries': ['take throwaway cells from the supermarket'],
      },
      variation: {
        wired: ['be tethered to the machine', 'hang on a lead'],
        '2.4ghz wireless': ['talk only to its own little receiver', 'be cordless by dongle and by nothing else'],
        'bluetooth only': ['pair the way earbuds do and in no other way'],
        'dual mode': ['offer exactly two ways of connecting', 'link by dongle or by pairing but never by lead'],
        'tri-mode with dock': ['come with a cradle to park on', 'know all three links and sit on a base'],
        '2.4ghz wireless | bluetooth only | dual mode | tri-mode with dock': ['be able to work without a cord'],
      },
    },
    avoids: {
      mouse_shape: {
        trackball: ['stay away from rolling spheres'],
        vertical: ['be anything but upright'],
        'right-handed ergonomic': ['be shaped so that a left-hander is not shut out'],
      },
      variation: {
        wired: ['be rid of cords'],
      },
      power_source: {
        '2 aaa batteries': ['spare me pairs of skinny cells'],
      },
    },
    measures: {
      max_dpi: {
        least: ['go up to … of sensitivity or beyond'],
        most: ['top out at … of sensitivity or less'],
        about: ['reach around … of sensitivity'],
      },
      button_count: {
        least: ['have at least … to press'],
        most: ['have no more than … to press'],
        about: ['have just … to press'],
      },
      polling_rate: {
        least: ['report to the machine at … or faster'],
        most: ['report to the machine at … or slower'],
        about: ['report to the machine at about …'],
      },
      mouse_weight: {
        least: ['weigh … or more in the hand'],
        most: ['weigh … or less in the hand'],
        about: ['weigh around … in the hand'],
      },
    },
  },
  {
    leaf: 'USB Hubs',
    needs: [
      'something that gives a computer more sockets',
      'something to hang several gadgets on one computer hole',
      'a box that turns one computer socket into many',
      'something so that my memory stick and my printer fit the computer together',
      'something with extra connections for a slim computer',
    ],
    names: [
      'a little box with extra sockets for a computer',
      'a connection expander for computers',
      'an add-on with more computer sockets',
    ],
    occasions: [
      'My new laptop has a single hole in its side.',
      'I give a talk in another city next week.',
      'My desk is a nest of plugs.',
      'I keep unplugging one thing to use another.',
      'The office gave us all very thin machines.',
    ],
    says: {
      host_interface: {
        'usb-a 2.0': ['fit the old rectangular socket at the slow second generation'],
        'usb-a 3.0': ['go into a rectangular socket with a blue tongue'],
        'usb-c 3.1 | usb-c 3.2 gen 2 | usb4': ['go into the small oval socket', 'have a plug that fits either way up'],
        'usb-c 3.1': ['use the oval plug at its first quick version'],
        'usb-c 3.2 gen 2': ['use the oval plug at three point two'],
        usb4: ['speak the fourth generation of the standard', 'be of the latest numbered generation'],
        'usb-a 2.0 | usb-a 3.0': [
          'plug into an older rectangular hole',
          'go with a computer that has just the classic sockets',
        ],
      },
      video_output: {
        none: ['have no picture socket at all', 'leave pictures alone and carry data only'],
        'hdmi 1080p': ['show plain full HD on a TV', 'reach plain full HD on a projector and no more'],
        'hdmi 4k 30hz': ['feed an ultra HD TV with thirty pictures a second'],
        'hdmi 4k 60hz': ['feed an ultra HD TV with sixty pictures a second'],
        'hdmi and vga': [
          'feed a modern TV and also an ancient blue-plug projector',
          'suit both new and very old projectors',
        ],
        'dual hdmi': ['have two TV sockets of the same kind', 'feed a pair of TVs'],
        'displayport 8k': [
          'carry the sharpest picture with eight thousand dots across',
          'have the notched picture socket at the highest sharpness',
        ],
      },
      power_delivery: {
        none: ['leave charging the laptop to something else', 'pass on no power to the laptop'],
      },
      lan_port: {
        none: ['do without a network socket', 'leave the internet to the air'],
      },
      card_slot: {
        none: ['do without a place for memory chips', 'have no mouth for camera chips'],
        sd: ['read the big cards from photo cameras but not tiny ones'],
        'micro sd': ['read fingernail-size memory chips but not big ones'],
        'sd and micro sd': [
          'read memory chips both big and fingernail-size',
          'take the chips of both cameras and drones',
        ],
      },
      hub_cable_length: {
        'fixed plug': ['sit right against the laptop without any cord', 'be one stiff piece with its connector'],
      },
      variation: {
        '3 in 1': ['combine three functions'],
        '4 in 1': ['combine four functions'],
        '5 in 1': ['combine five functions'],
        '6 in 1': ['combine six functions'],
        '7 in 1': ['combine seven functions'],
        '8 in 1': ['combine eight functions'],
        '10 in 1': ['combine ten functions'],
        '11 in 1': ['combine eleven functions'],
        '7 in 1 | 8 in 1 | 10 in 1 | 11 in 1': ['do more than half a dozen jobs'],
        '3 in 1 | 4 in 1': ['do no more than four jobs'],
      },
    },
    avoids: {
      host_interface: {
        'usb-a 2.0': ['be quicker than the oldest rectangular plug'],
      },
      video_output: {
        none: ['offer some way to hook up a screen'],
      },
      hub_cable_length: {
        'fixed plug': ['dangle on a cord rather than sit stiff'],
      },
    },
    measures: {
      hub_data_rate: {
        least: ['move files at … or faster'],
        most: ['move files at … or slower'],
        about: ['move files at about …'],
      },
      power_delivery: {
        least: ['feed my laptop with … or more'],
        most: ['feed my laptop with no more than …'],
        about: ['feed my laptop with around …'],
      },
      lan_port: {
        least: ['have a network socket of … or faster'],
        most: ['have a network socket of … or slower'],
        about: ['have a network socket of about …'],
      },
      hub_cable_length: {
        least: ['reach … or further on its tail'],
        most: ['have a tail of … or shorter'],
        about: ['have a tail of about …'],
      },
    },
  },
  {
    leaf: 'External Storage',
    needs: [
      'something to carry my documents around on without the computer',
      'a place for copies of what is on my computer',
      'extra room for pictures and films that I can unplug',
      'something to save my documents on before the laptop dies',
      'a gadget to haul big data from one computer to another',
    ],
    names: [
      'an outboard memory',
      'a data keeper',
      'a spare memory for computer data',
      'a thing for saving data outside the computer',
    ],
    occasions: [
      'My laptop says it is full.',
      'I nearly lost ten years of pictures last week.',
      'My cousin wants to copy our wedding films.',
      'I hand in my final project on Friday.',
      'We are sending the old machine away for repair.',
    ],
    says: {
      storage_type: {
        hdd: ['have a spinning platter inside', 'be the classic magnetic kind'],
        'sata ssd': ['have memory chips on the older slower link'],
        'nvme ssd': ['have memory chips on the fastest modern link'],
        'usb flash drive': ['be a thumb-size memory stick', 'be what fits on a key ring'],
        'external enclosure only': ['be an empty shell for a disk I own', 'be sold hollow'],
        'sata ssd | nvme ssd': ['be a proper solid-state disk', 'have no moving parts yet be more than a stick'],
      },
      storage_interface: {
        'usb 2.0': ['use the slow second-generation link', 'make do with the port of twenty years ago'],
        'usb 3.0 | usb 3.2 gen 1': ['connect at five gigabits'],
        'usb 3.2 gen 2': ['connect at ten gigabits'],
        'usb 3.2 gen 2x2': ['connect at twenty gigabits'],
        'thunderbolt 3': ['use the port marked with a lightning flash', 'use the forty gigabit link'],
      },
      read_speed: {
        '20 mb/s': ['be fine with most of a minute per gigabyte'],
        '100 mb/s | 130 mb/s': ['read a gigabyte in eight to ten seconds'],
        '450 mb/s | 550 mb/s': ['read a gigabyte in around two seconds'],
        '1050 mb/s | 2000 mb/s': ['read a gigabyte in under a second'],
      },
      file_system: {
        fat32: [
          'be set up in the oldest format for car stereos',
          'suit devices that allow no file above four gigabytes',
        ],
        exfat: ['be set up for huge files on both mac and windows'],
        ntfs: ['be set up in the native windows way', 'be set up for a windows machine alone'],
        unformatted: ['come blank so that I set it up myself', 'have nothing set up on it'],
      },
      form_factor: {
        stick: ['be a straight stick with a cap or slider', 'be long and thin without any turning part'],
        'swivel stick': ['turn on a pivot to cover its plug', 'have a metal bracket that spins round'],
        '2.5 inch': ['be about as big as a passport'],
        '3.5 inch desktop': ['be the big kind that stays beside the computer', 'be too large for any pocket'],
        'm.2 2280': ['have the shape of a long chewing gum strip', 'be the gumstick module'],
        'credit card size': ['be flat enough to go in a wallet', 'be like what I pay with'],
      },
      casing_material: {
        plastic: ['have a light synthetic shell', 'be light and not metallic outside'],
        aluminum: ['have a shell of the light silvery metal'],
        'zinc alloy': ['have a shell of heavy cast metal'],
        rubberized: ['have a grippy bouncy skin', 'be soft outside so that it bounces'],
        'stainless steel': ['have a shell that never rusts', 'be clad in what cutlery is made of'],
        'aluminum | zinc alloy | stainless steel': ['have a metal shell'],
      },
    },
    avoids: {
      storage_type: {
        hdd: ['be free of spinning parts'],
        'external enclosure only': ['have memory inside and not be hollow'],
      },
      casing_material: {
        plastic: ['have a shell that is anything but synthetic and light'],
      },
      file_system: {
        unformatted: ['be usable without setting it up first'],
      },
    },
    measures: {
      warranty_duration: {
        least: ['be guaranteed for … or longer'],
        most: ['be guaranteed for no longer than …'],
        about: ['be guaranteed for about …'],
      },
      capacity: {
        least: ['have room for … or more', 'swallow at least … of files'],
        most: ['have room for no more than …'],
        about: ['have room for around …'],
      },
    },
  },
  {
    leaf: 'Webcams',
    needs: [
      'something so that people see me when I ring them from my desk',
      'a little eye for my desktop',
      'something that films me at my desk while I talk to my parents abroad',
      'a lens beside my screen so that others see me talk',
      'something to show myself to pupils while I teach from my desk',
    ],
    names: [
      'a desktop lens for talking to people far away',
      'an eye for the desktop',
      'a lens for talking to people on screen',
    ],
    occasions: [
      'My boss complains that my face is a blur.',
      'My sister lives abroad and wants to see the baby.',
      'I have an interview with a firm overseas.',
      'I begin to teach from my bedroom next month.',
      'The one built into my machine has gone black.',
    ],
    says: {
      video_resolution: {
        '480p': ['be fine with a grainy standard-definition picture', 'be content with the picture of an old DVD'],
        '720p': ['give the basic HD picture'],
        '1080p': ['give a full HD picture'],
        '2k': ['give a picture between full HD and ultra HD'],
        '4k': ['give an ultra HD picture', 'show every pore with eight million dots'],
        '1080p | 2k | 4k': ['be full HD or sharper'],
      },
      focus_type: {
        'fixed focus': ['have a sharpness that is set once and for all', 'need no sharpening because nothing moves'],
        'manual focus': ['have a ring I turn to sharpen the picture', 'be sharpened with my own fingers'],
        'auto focus': ['sharpen the picture unaided in the ordinary way'],
        'pdaf auto focus': ['sharpen the picture with phase detection'],
        'auto focus | pdaf auto focus': ['get sharp without my help'],
      },
      microphone_type: {
        none: ['leave the sound to my headset', 'be deaf'],
        'single mono': ['pick up my voice on one channel', 'have one ear'],
        'dual stereo': ['pick up sound left and right', 'have two ears'],
        'omnidirectional array': ['hear people from every side of the table', 'listen in a full circle'],
        'ai noise reduction mic': ['filter out the barking dog with clever software'],
      },
      mount_type: {
        'monitor clip': ['just grip the top of my screen', 'hang on the screen edge and fit no legs'],
        'desktop base': ['stand on the table on its own foot', 'rest on the tabletop'],
        'clip with tripod thread': ['grip my screen and also screw onto three legs'],
        'magnetic mount': ['snap onto metal', 'cling to steel by attraction'],
        'suction base': ['hold on with a rubber cup', 'cling to smooth surfaces by a cup'],
      },
      webcam_cable: {
        'detachable usb-c': ['have a cord I can unplug at both ends'],
      },
      variation: {
        'camera only': ['come by itself without extras', 'be bare in the box'],
        'with privacy cover': ['come with a shutter to hide behind', 'come with a cap so nobody spies on me'],
        'with mini tripod': ['come with three little legs', 'come with something three-legged'],
        'with ring light': ['come with a round lamp for my face', 'come with its own lighting'],
        'with clip-on mic': ['come with a sound pickup for my collar'],
      },
    },
    avoids: {
      microphone_type: {
        none: ['be able to hear me as well'],
      },
      mount_type: {
        'suction base': ['do without rubber cups'],
        'desktop base': ['take up no room on the table'],
      },
      focus_type: {
        'manual focus': ['spare me any turning of rings'],
      },
    },
    measures: {
      frame_rate: {
        least: ['be as smooth as … or smoother'],
        most: ['be no smoother than …'],
        about: ['run at around … for smoothness'],
      },
      field_of_view: {
        least: ['see an angle of … or wider'],
        most: ['see an angle of … or narrower'],
        about: ['see an angle of about …'],
      },
      webcam_cable: {
        least: ['have a cord of … or longer'],
        most: ['have a cord of … or shorter'],
        about: ['have a cord of about …'],
      },
    },
  },
  {
    leaf: 'Laptop Stands',
    needs: [
      'something to prop my portable computer up on',
      'something to get my portable machine up off the table',
      'something so that I stop hunching over my portable computer',
      'a perch for my portable computer',
      'something to raise my portable computer above the table top',
    ],
    names: ['a prop for a portable computer', 'a perch for my portable machine', 'a base under a portable computer'],
    occasions: [
      'My neck is stiff every evening.',
      'My machine gets hot enough to fry an egg.',
      'I am working from the dining table this month.',
      'The physiotherapist scolded me about my back.',
      'My desk is far too low.',
    ],
    says: {
      stand_material: {
        'aluminum alloy': ['be of the light silvery metal', 'be of airplane metal'],
        'abs plastic': ['be of hard synthetic stuff', 'be of toy-brick plastic'],
        'carbon steel': ['be of heavy magnetic steel'],
        bamboo: ['be made from a fast-growing grass', 'be of what pandas eat'],
        acrylic: ['be of see-through glassy stuff', 'be clear as a window'],
        'iron and silicone': ['mix ferrous metal with rubbery pads'],
      },
      laptop_size: {
        '10 to 13 inch': ['be just for small machines of thirteen inches and under'],
        '10 to 15.6 inch | 11 to 17.3 inch | up to 18 inch': ['take a machine of fifteen inches'],
        '11 to 17.3 inch | up to 18 inch': ['take a machine of seventeen inches', 'carry a bulky seventeen-incher'],
        'up to 18 inch': ['take even an eighteen-inch giant'],
        '12 to 14 inch': ['be just for machines between a dozen and fourteen inches'],
        '10 to 13 inch | 10 to 15.6 inch | up to 18 inch': ['take a ten-inch device as well'],
      },
      adjustment_levels: {
        fixed: ['stay at one height', 'have nothing to adjust'],
        stepless: ['stop at any height I like without notches'],
      },
      cooling_type: {
        passive: ['keep cool by open air alone with no motor', 'have nothing that spins'],
      },
      stand_style: {
        'x-frame': ['have legs that cross like scissors', 'look like a folding camp stool from the side'],
        'z-shape': ['bend in a zigzag from the side'],
        'desktop riser': ['raise the machine like a small table on the desk'],
        'vertical dock': ['hold the machine upright like a book', 'park the closed machine on its edge'],
        'bed tray': ['go over my legs on the mattress', 'let me work lying against the headboard'],
        'stick-on feet': ['glue to the underside as two tiny legs', 'be a pair of little kickers under the machine'],
      },
      bundle: {
        'stand only': ['come by itself without extras', 'be bare in the box'],
        'with pouch': ['come with a little bag', 'come with a sack to carry it in'],
        'with phone holder': ['come with a place for my mobile', 'come with an arm for a mobile'],
        'with cooling fan': ['come with a separate blower', 'come with something that blows'],
        'with wireless mouse': ['come with a cordless clicker', 'come with something to point with'],
      },
    },
    avoids: {
      stand_material: {
        'abs plastic': ['be anything but synthetic'],
        acrylic: ['be of something other than glassy stuff'],
      },
      stand_style: {
        'stick-on feet': ['stay clear of glue'],
        'bed tray': ['be for a desk rather than a mattress'],
      },
      adjustment_levels: {
        fixed: ['offer more than one height'],
      },
    },
    measures: {
      adjustment_levels: {
        least: ['click into … of height or more'],
        most: ['click into … of height at most'],
        about: ['click into exactly … of height'],
      },
      load_capacity: {
        least: ['bear … or more without sagging'],
        most: ['be built for loads of no more than …'],
        about: ['bear around … without sagging'],
      },
      cooling_type: {
        least: ['have … or more blowing underneath'],
        most: ['have no more than … blowing underneath'],
        about: ['have exactly … blowing underneath'],
      },
    },
  },
  {
    leaf: 'Monitors',
    needs: [
      'a bigger screen for my desk',
      'a second screen to plug my laptop into',
      'a screen for my desktop tower',
      'something to look at while my desktop tower runs',
      'a screen that shows what is on my laptop but larger',
    ],
    names: ['a desk screen', 'a screen for a desktop tower', 'a flat panel for the desk'],
    occasions: [
      'My eyes are tired of a tiny picture.',
      'My son is building his first tower.',
      'The old one flickers and has a green stripe.',
      'I switch between windows a hundred times a day.',
      'We are fitting out a second workplace at home.',
    ],
    says: {
      panel_type: {
        ips: ['have the ordinary wide-angle liquid crystal'],
        'fast ips': ['have the wide-angle liquid crystal tuned for speed'],
        va: ['have liquid crystal known for deep blacks and slight smearing', 'have vertically aligned crystals'],
        tn: ['have the cheap quick crystal that fades from the side', 'have twisted crystals'],
        oled: ['have dots that glow on their own', 'show perfect black by switching dots off'],
        'mini led': ['have thousands of tiny lamps behind the picture'],
        'ips | fast ips': ['belong to the in-plane switching family'],
      },
      display_resolution: {
        '1366 x 768': ['be fine with the coarse HD of a budget netbook'],
        '1600 x 900': ['show sixteen hundred dots from side to side'],
        '1920 x 1080': ['be full HD in the normal shape', 'have about two million dots'],
        '2560 x 1080': ['be extra wide with full HD height'],
        '2560 x 1440': ['be quad HD in the normal shape'],
        '3440 x 1440': ['be extra wide with quad HD height'],
        '3840 x 2160': ['be ultra HD with some eight million dots', 'be as sharp as a modern big TV'],
        '2560 x 1080 | 3440 x 1440': ['have the stretched cinema shape'],
      },
      video_inputs: {
        'vga only': [
          'have a single old analogue socket and no other',
          'be for a computer so old that nothing digital exists',
        ],
        'hdmi and vga': ['take a TV plug or the old analogue one'],
        'hdmi and displayport': ['have one TV socket and one for graphics cards'],
        '2 hdmi and 1 displayport': ['have three digital sockets altogether'],
        'hdmi and usb-c': [
          'take its picture from the oval plug of a laptop',
          'run with one small oval lead besides the TV plug',
        ],
        'vga only | hdmi and vga': ['accept the blue plug with screws'],
      },
      mounting_standard: {
        'vesa 75 x 75': ['have screw holes seven and a half centimetres apart'],
        'vesa 100 x 100': ['have screw holes ten centimetres apart in a square'],
        'vesa 200 x 100': ['have screw holes in a wide oblong'],
        'not wall mountable': ['only ever stand on its own foot', 'have no screw holes behind'],
        'vesa 75 x 75 | vesa 100 x 100 | vesa 200 x 100': ['be able to go on a swing arm'],
      },
      warranty_type: {
        'no warranty': ['be sold as is without any guarantee', 'be at my own risk'],
        'local supplier warranty': ['be guaranteed by the shop here', 'be covered by the seller nearby'],
        'local manufacturer warranty': [
          'be guaranteed by the maker in this country',
          'be covered by its maker but only at home',
        ],
        'international manufacturer warranty': [
          'be guaranteed by the maker all over the world',
          'be covered by its maker even abroad',
        ],
      },
    },
    avoids: {
      panel_type: {
        tn: ['be without the fading seen from the side'],
        oled: ['stay clear of self-glowing dots that may burn in'],
      },
      video_inputs: {
        'vga only': ['spare me being limited to an analogue plug'],
      },
      mounting_standard: {
        'not wall mountable': ['be free to come off its foot'],
      },
    },
    measures: {
      refresh_rate: {
        least: ['redraw at … or faster'],
        most: ['redraw at … or slower'],
        about: ['redraw at about …'],
      },
      response_time: {
        least: ['need … or longer to switch a dot'],
        most: ['switch a dot in … or less'],
        about: ['switch a dot in about …'],
      },
      size: {
        least: ['measure … or more from corner to corner'],
        most: ['measure … at most from corner to corner'],
        about: ['measure around … from corner to corner'],
      },
    },
  },
];
